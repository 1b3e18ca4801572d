import { Ajv, type ErrorObject } from 'ajv';

/** Schema of an object with only these properties, all required by default. */
export function closed(properties: object, required: readonly string[] = Object.keys(properties)): object {
  return { type: 'object', properties, required, additionalProperties: false };
}

/** Returns a function that lists the violations of the schema, each with its place. */
export function createChecker(schema: object): (file: unknown) => string[] {
  const validate = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(schema);
  return (file) => (validate(file) ? [] : (validate.errors ?? []).map(describeProblem));
}

function describeProblem({ instancePath, message = '', params }: ErrorObject): string {
  const { additionalProperty } = params as { additionalProperty?: string };
  return additionalProperty === undefined
    ? `${instancePath} ${message}`
    : `${instancePath} has unknown property ${additionalProperty}`;
}
