import type { ReferenceObject, ResponseObject } from '@nestjs/swagger';
import { ERROR_CATALOGUE, type ErrorCode } from '@app/common';
import { ERROR_CODES } from './error-notes.js';
import { errorResponse } from './error-responses.js';

/** Responses by status, or by name. */
export type Responses = Record<string, ResponseObject | ReferenceObject>;

/** Adds the responses of error codes. A status of one code is a reference to the code's shared response. */
export function withErrors(
  responses: Readonly<Responses>,
  codes: ReadonlySet<ErrorCode>,
  shared: Responses,
): Responses {
  const all = { ...responses };
  for (const [status, group] of byStatus(codes)) {
    const described = responses[status];
    const [code] = group;
    if (described !== undefined) {
      all[status] = merged(described, errorResponse(group));
    } else if (group.length === 1 && code !== undefined) {
      shared[code] ??= errorResponse(group);
      all[status] = { $ref: `#/components/responses/${code}` };
    } else {
      all[status] = errorResponse(group);
    }
  }
  return all;
}

function byStatus(codes: ReadonlySet<ErrorCode>): Map<number, ErrorCode[]> {
  const groups = new Map<number, ErrorCode[]>();
  for (const code of ERROR_CODES.filter((one) => codes.has(one))) {
    const { status } = ERROR_CATALOGUE[code];
    groups.set(status, [...(groups.get(status) ?? []), code]);
  }
  return groups;
}

/** Combines a documented response with the errors of the same status. */
function merged(one: Responses[string], other: Responses[string]): Responses[string] {
  if ('$ref' in one || '$ref' in other) return one;
  const type = 'application/json';
  const contents = [one.content?.[type] ?? {}, other.content?.[type] ?? {}];
  const examples = contents.flatMap((content) => Object.entries(content.examples ?? {}));
  return {
    description: `${one.description}\n\n${other.description}`,
    headers: { ...one.headers, ...other.headers },
    content: {
      [type]: {
        schema: { anyOf: contents.map(({ schema }) => schema ?? {}) },
        examples: Object.fromEntries(examples),
      },
    },
  };
}
