import type { OpenAPIObject } from '@nestjs/swagger';
import type { Random } from '../../tools/support/random.js';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly example?: unknown;
}

interface Operation {
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> }>
  >;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const MAX_ITEMS = 3;
/** Share of the values of an enum that no client of today knows. */
const NEW_VALUES = 0.05;
const NEW_VALUE = 'a_value_of_a_later_version';
const TEXTS = ['', '0', '12.5', '-3', 'text', '“” \u202e\n', 'x'.repeat(300)];
const NUMBERS = [0, 1, -1, 2 ** 31, 0.5];

/** Answers that the OpenAPI document allows, from a seed. */
export class SampleAnswers {
  private readonly document: Document;

  constructor(
    document: OpenAPIObject,
    private readonly random: Random,
  ) {
    this.document = JSON.parse(JSON.stringify(document));
  }

  /** Returns a successful answer to a request. @throws Error for a path that the document lacks */
  answer(method: string, path: string): { status: number; body: unknown } {
    const template = Object.keys(this.document.paths).find((one) => matches(one, path));
    const operation = this.document.paths[template ?? '']?.[method.toLowerCase()];
    if (operation === undefined) throw new Error(`the document has no ${method} ${path}`);
    const answers = Object.entries(operation.responses).filter(([status]) => /^2\d\d$/.test(status));
    const [status, { content }] = this.random.pick(answers);
    return { status: Number(status), body: this.sample(content?.['application/json']?.schema ?? {}) };
  }

  private sample(schema: Schema): unknown {
    const { $ref, anyOf, oneOf, allOf, type, example } = schema;
    if ($ref !== undefined) return this.sample(this.document.components.schemas[$ref.replace(/^.*\//, '')] ?? {});
    if (schema.const !== undefined) return schema.const;
    if (schema.enum !== undefined) return this.random.chance(NEW_VALUES) ? NEW_VALUE : this.random.pick(schema.enum);
    const alternatives = anyOf ?? oneOf;
    if (alternatives !== undefined) return this.sample(this.random.pick(alternatives));
    if (allOf !== undefined) return Object.assign({}, ...allOf.map((part) => this.sample(part)));
    const kind = this.random.pick(typeof type === 'string' ? [type] : (type ?? ['object']));
    switch (kind) {
      case 'null':
        return null;
      case 'boolean':
        return this.random.chance(0.5);
      case 'integer':
        return Math.trunc(this.random.pick(NUMBERS));
      case 'number':
        return this.random.pick(NUMBERS);
      case 'string':
        return typeof example === 'string' && this.random.chance(0.5) ? example : this.random.pick(TEXTS);
      case 'array':
        return Array.from({ length: this.random.between(0, MAX_ITEMS) }, () => this.sample(schema.items ?? {}));
      default:
        return this.sampleObject(schema);
    }
  }

  private sampleObject({ properties = {}, required = [] }: Schema): object {
    return Object.fromEntries(
      Object.entries(properties)
        .filter(([name]) => required.includes(name) || this.random.chance(0.7))
        .map(([name, property]) => [name, this.sample(property)]),
    );
  }
}

function matches(template: string, path: string): boolean {
  const parts = path.split('/');
  const names = template.split('/');
  return names.length === parts.length && names.every((name, index) => name.startsWith('{') || name === parts[index]);
}
