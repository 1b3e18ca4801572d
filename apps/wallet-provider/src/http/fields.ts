import { isUuid } from '@app/common';
import { isRecord } from '../domain/is-record.js';
import { type ParameterProblem, ProviderError } from '../domain/provider-error.js';

const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
const ADDRESS = /^0x[0-9a-fA-F]{40}$/;

/** Reads a request's parameters and gathers everything that is wrong with them; `done` throws if anything was. */
export class Fields {
  private readonly problems: ParameterProblem[] = [];
  private readonly source: Readonly<Record<string, unknown>>;

  constructor(
    source: unknown,
    private readonly location: 'body' | 'query' | 'path',
  ) {
    this.source = isRecord(source) ? source : {};
  }

  done(): void {
    if (this.problems.length > 0) throw new ProviderError('invalidParameter', this.problems);
  }

  raw(name: string): unknown {
    return this.source[name] ?? undefined;
  }

  has(name: string): boolean {
    return this.raw(name) !== undefined;
  }

  text(name: string): string | undefined {
    return this.optional(name, 'string', (value) => (typeof value === 'string' ? value : undefined));
  }

  requiredText(name: string): string {
    return this.required(name, this.text(name));
  }

  uuid(name: string): string | undefined {
    return this.optional(name, 'uuid', (value) => (isUuid(value) ? value.toLowerCase() : undefined));
  }

  requiredUuid(name: string): string {
    return this.required(name, this.uuid(name));
  }

  requiredIdempotencyKey(): string {
    const isV4 = (value: unknown) =>
      typeof value === 'string' && UUID_V4.test(value) ? value.toLowerCase() : undefined;
    return this.required('idempotencyKey', this.optional('idempotencyKey', 'uuid', isV4));
  }

  /** Lower case. */
  address(name: string): string | undefined {
    return this.optional(name, 'address', (value) =>
      typeof value === 'string' && ADDRESS.test(value) ? value.toLowerCase() : undefined,
    );
  }

  requiredAddress(name: string): string {
    return this.required(name, this.address(name));
  }

  /** A decimal string or number, as text. */
  decimal(name: string): string | undefined {
    return this.optional(name, 'decimal', (value) => {
      const text = typeof value === 'number' ? String(value) : value;
      return typeof text === 'string' && /^\d+(?:\.\d+)?$/.test(text) ? text : undefined;
    });
  }

  integer(name: string, { min, max }: { min: number; max: number }): number | undefined {
    return this.optional(name, `${min}..${max}`, (value) => {
      const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
      return typeof number === 'number' && Number.isInteger(number) && number >= min && number <= max
        ? number
        : undefined;
    });
  }

  flag(name: string): boolean {
    const parsed = this.optional(name, 'boolean', (value) => {
      if (value === true || value === 'true') return { on: true };
      return value === false || value === 'false' ? { on: false } : undefined;
    });
    return parsed?.on ?? false;
  }

  oneOf<const T extends string>(name: string, values: readonly T[]): T | undefined {
    return this.optional(name, values.join('|'), (value) => values.find((candidate) => candidate === value));
  }

  list(name: string): readonly unknown[] | undefined {
    return this.optional(name, 'array', (value) => (Array.isArray(value) ? value : undefined));
  }

  dateMs(name: string): number | undefined {
    return this.optional(name, 'date', (value) => {
      const ms = typeof value === 'string' ? Date.parse(value) : NaN;
      return Number.isNaN(ms) ? undefined : ms;
    });
  }

  /** Marks a parameter as wrong for a reason that the readers above do not know. */
  refuse(name: string, constraint: string): void {
    this.problems.push({
      error: constraint === 'required' ? 'required' : 'invalid',
      message: constraint === 'required' ? `${name} is required` : `${name} is not valid (${constraint})`,
      location: this.location,
      invalidValue: this.raw(name) ?? null,
      constraints: {},
    });
  }

  private optional<T>(name: string, constraint: string, parse: (value: unknown) => T | undefined): T | undefined {
    const value = this.raw(name);
    if (value === undefined) return undefined;
    const parsed = parse(value);
    if (parsed === undefined) this.refuse(name, constraint);
    return parsed;
  }

  // What is returned for a missing value is never used: `done` throws first.
  private required(name: string, value: string | undefined): string {
    if (!this.has(name)) this.refuse(name, 'required');
    return value ?? '';
  }
}
