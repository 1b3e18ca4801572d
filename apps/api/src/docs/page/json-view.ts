import { isJsonObject } from '../../http/validation/parse-dto.js';

/** Read access to JSON of unknown structure. A missing part is empty. */
export class JsonView {
  constructor(readonly value: unknown) {}

  at(...keys: readonly string[]): JsonView {
    const value = keys.reduce<unknown>(
      (reached, key): unknown => (isJsonObject(reached) ? Reflect.get(reached, key) : undefined),
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
    if (!isJsonObject(this.value)) return [];
    return Object.entries(this.value).map(([name, value]) => [name, new JsonView(value)]);
  }

  get items(): JsonView[] {
    return Array.isArray(this.value) ? this.value.map((item: unknown) => new JsonView(item)) : [];
  }

  /** JSON with line breaks; a text without quotes. */
  get pretty(): string {
    if (this.value === undefined) return '';
    return typeof this.value === 'string' ? this.value : JSON.stringify(this.value, null, 2);
  }
}
