import { isJsonObject, type Json } from '@app/common';

/** Walks through JSON of which nothing is sure: what is not there is empty. */
export class JsonView {
  constructor(readonly value: Json | undefined) {}

  at(...keys: readonly string[]): JsonView {
    const value = keys.reduce<Json | undefined>(
      (reached, key) => (isJsonObject(reached) ? reached[key] : undefined),
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
    return Array.isArray(this.value) ? this.value.map((item: Json) => new JsonView(item)) : [];
  }

  /** As people read it: with line breaks, and without quotes around a whole text. */
  get pretty(): string {
    if (this.value === undefined) return '';
    return typeof this.value === 'string' ? this.value : JSON.stringify(this.value, null, 2);
  }
}
