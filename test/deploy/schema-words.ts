import { Ajv, type ErrorObject } from 'ajv';

/** An object of these properties and no other; all of them are needed unless it is said which. */
export function closed(properties: object, required: readonly string[] = Object.keys(properties)): object {
  return { type: 'object', properties, required, additionalProperties: false };
}

/** @returns a judge that names each place where a parsed file is not what the schema says, and what is wrong there */
export function judgeOf(schema: object): (file: unknown) => string[] {
  const validate = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(schema);
  return (file) => (validate(file) ? [] : (validate.errors ?? []).map(problemOf));
}

function problemOf({ instancePath, message = '', params }: ErrorObject): string {
  const { additionalProperty } = params as { additionalProperty?: string };
  return additionalProperty === undefined
    ? `${instancePath} ${message}`
    : `${instancePath} knows no ${additionalProperty}`;
}
