import { isRecord } from '@app/common';
import type { FastifyError } from 'fastify';
import { type ParameterProblem, ProviderError } from '../domain/provider-error.js';

/** Options of Fastify's validator: values are never changed, and all problems are reported. */
export const VALIDATOR_OPTIONS = {
  allErrors: true,
  coerceTypes: false,
  removeAdditional: false,
  useDefaults: false,
  verbose: true,
  formats: { 'parsable-date': (value: string) => !Number.isNaN(Date.parse(value)) },
} as const;

type Location = 'body' | 'query';

/** Translates a validation error of Fastify into the contract's error, with one problem for each parameter. */
export function toProviderError({ validation = [], validationContext }: FastifyError): ProviderError {
  if (validationContext === 'params') return new ProviderError('invalidId');
  const location = validationContext === 'querystring' ? 'query' : 'body';
  const problems = new Map<string, ParameterProblem>();
  for (const error of validation) {
    const { keyword, instancePath, params }: { keyword: string; instancePath: string; params: unknown } = error;
    if (keyword === 'if') continue; // follows the error of its `then`
    const { data, parentSchema }: Record<string, unknown> = { ...error };
    if (keyword === 'required' && isRecord(params)) {
      const name = String(params.missingProperty);
      problems.set(name, problem(location, { name, constraint: 'required' }));
    } else {
      const [, name = location] = instancePath.split('/');
      const constraint = isRecord(parentSchema) ? String(parentSchema.description ?? parentSchema.type) : keyword;
      problems.set(name, problem(location, { name, constraint, value: data }));
    }
  }
  return new ProviderError('invalidParameter', [...problems.values()]);
}

/** Returns the error for one parameter that its schema cannot describe. */
export function invalidParameter(
  location: Location,
  parameter: { name: string; constraint: string; value?: unknown },
): ProviderError {
  return new ProviderError('invalidParameter', [problem(location, parameter)]);
}

function problem(
  location: Location,
  { name, constraint, value }: { name: string; constraint: string; value?: unknown },
): ParameterProblem {
  const isMissing = constraint === 'required';
  return {
    error: isMissing ? 'required' : 'invalid',
    message: isMissing ? `${name} is required` : `${name} is not valid (${constraint})`,
    location,
    invalidValue: value ?? null,
    constraints: {},
  };
}
