import { isRecord } from '@app/common';

/** Read access to JSON of unknown structure. A missing value is empty. */
export class JsonView {
  constructor(readonly value: unknown) {}

  at(...keys: readonly string[]): JsonView {
    const value = keys.reduce<unknown>(
      (reached, key): unknown => (isRecord(reached) ? reached[key] : undefined),
      this.value,
    );
    return new JsonView(value);
  }

  get exists(): boolean {
    return this.value !== undefined;
  }

  get text(): string {
    return typeof this.value === 'string' ? this.value : '';
  }

  get entries(): [name: string, value: JsonView][] {
    if (!isRecord(this.value)) return [];
    return Object.entries(this.value).map(([name, value]) => [name, new JsonView(value)]);
  }

  get items(): JsonView[] {
    return Array.isArray(this.value) ? this.value.map((item: unknown) => new JsonView(item)) : [];
  }

  /** Indented JSON. A string has no quotes. */
  get pretty(): string {
    if (this.value === undefined) return '';
    return typeof this.value === 'string' ? this.value : JSON.stringify(this.value, null, 2);
  }
}
