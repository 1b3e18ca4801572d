import { expect } from '@jest/globals';
import { type Document, DocumentSchemas, type Operation } from './document-schemas.js';

export interface Exchange {
  method: string;
  /** Path with query, as sent. */
  path: string;
  status: number;
  /** Null for no body. */
  body: unknown;
}

const JSON_TYPE = 'application/json';
/** Keywords without an effect on validity. Examples change with the time and the settings of a service. */
const EXAMPLES = new Set(['example', 'examples']);
/** Response to an unknown path or method, which belongs to no operation. */
const ANY_ERROR = { [JSON_TYPE]: { schema: { $ref: '#/components/schemas/Error' } } };

/** Checks responses against the API's own document: the status and every key of the body are described. */
export class Contract {
  /** By the document without its examples: compiling the schemas takes longer than most tests that start an API. */
  private static readonly known = new Map<string, Contract>();
  private readonly schemas: DocumentSchemas;

  private constructor(private readonly document: Document) {
    this.schemas = new DocumentSchemas(document, { closed: true });
  }

  /** @param baseUrl of a running service */
  static async of(baseUrl: string): Promise<Contract> {
    return Contract.ofObject((await (await fetch(`${baseUrl}/openapi.json`)).json()) as Document);
  }

  /** @param document as built or served */
  static ofObject(document: object): Contract {
    const text = JSON.stringify(document, (key, value: unknown) => (EXAMPLES.has(key) ? undefined : value));
    const known = Contract.known.get(text) ?? new Contract(JSON.parse(text) as Document);
    Contract.known.set(text, known);
    return known;
  }

  expectDescribed({ method, path, status, body }: Exchange): void {
    if (body === null) return;
    const found = this.find(method, path);
    const content = found === null ? ANY_ERROR : this.schemas.response(found.operation, String(status))?.content;
    const answer = `${method} ${found?.template ?? path} → ${status}`;
    expect({ answer, described: content !== undefined }).toEqual({ answer, described: true });
    const json = content?.[JSON_TYPE];
    if (json === undefined) return;
    const problems = this.schemas.problems(json.schema, body);
    expect({ answer, problems, ...(problems.length > 0 && { body }) }).toEqual({ answer, problems: [] });
  }

  private find(method: string, path: string): { operation: Operation; template: string } | null {
    const segments = path.replace(/[?#].*/s, '').split('/');
    const fitting = Object.keys(this.document.paths).filter((template) => fits(template.split('/'), segments));
    // A literal path precedes one with parameters.
    const template = fitting.toSorted((one, other) => one.split('{').length - other.split('{').length)[0];
    const operation = template === undefined ? undefined : this.document.paths[template]?.[method.toLowerCase()];
    return operation === undefined || template === undefined ? null : { operation, template };
  }
}

function fits(template: readonly string[], segments: readonly string[]): boolean {
  return (
    template.length === segments.length &&
    template.every((segment, index) => (segment.startsWith('{') ? segments[index] !== '' : segment === segments[index]))
  );
}
