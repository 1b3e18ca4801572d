import type { JsonSchemaType, JsonSchemaValidator } from '@modelcontextprotocol/server';
import { Ajv, AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv';
import { normalizeArguments } from './normalize-arguments.js';

const MAX_NAME_LENGTH = 100;

type Errors = Parameters<InstanceType<typeof Ajv>['errorsText']>[0];
type SchemaError = NonNullable<Errors>[number];

/** Names the argument that is wrong, and what it may be. */
class ArgumentsAjv extends Ajv {
  override errorsText(errors: Errors = this.errors): string {
    return (errors ?? []).map(describe).join('; ');
  }
}

class ArgumentValidator extends AjvJsonSchemaValidator {
  override getValidator<T>(schema: JsonSchemaType): JsonSchemaValidator<T> {
    const validate = super.getValidator<T>(schema);
    return (given) => validate(normalizeArguments(schema, given));
  }
}

/** Validates the arguments of tools. */
export const ARGUMENT_VALIDATOR = new ArgumentValidator(
  new ArgumentsAjv({ strict: false, allErrors: true, verbose: true }),
);

function describe({ keyword, instancePath, params, parentSchema, message = 'is invalid' }: SchemaError): string {
  const given: Readonly<Record<string, unknown>> = params;
  const { properties }: Readonly<Record<string, unknown>> = parentSchema ?? {};
  const name = instancePath.slice(1).replaceAll('/', '.');
  if (keyword === 'additionalProperties') {
    const unknown = String(given['additionalProperty'])
      .slice(0, MAX_NAME_LENGTH)
      .replaceAll(/[^\x20-\x7e]/g, '?');
    return `there is no argument ${unknown}, only ${listNames(properties).join(', ')}`;
  }
  if (keyword === 'required') return `${String(given['missingProperty'])} is missing`;
  if (keyword === 'enum') return `${name} must be one of ${String(given['allowedValues'])}`;
  return `${name} ${message}`;
}

function listNames(properties: unknown): string[] {
  return typeof properties === 'object' && properties !== null ? Object.keys(properties) : [];
}
