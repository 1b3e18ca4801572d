import { Param, type PipeTransform } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import { AppError, type ErrorCode, type IdPrefix } from '@app/common';
import { ApiErrors, onMethod } from '../docs/api-errors.decorator.js';

interface PrefixedIdParamOptions {
  name: string;
  prefix: IdPrefix;
  /** Error code for anything that is not such an id. */
  code: ErrorCode;
  description: string;
  example: string;
}

/** An id with a prefix in the path, such as `agent_intent_…`. */
export function PrefixedIdParam({
  name,
  prefix,
  code,
  description,
  example,
}: PrefixedIdParamOptions): ParameterDecorator {
  const pipe = new PrefixedIdPipe(prefix, code);
  return (target, key, index) => {
    Param(name, pipe)(target, key, index);
    const schema = { type: 'string', pattern: pipe.pattern.source, example } as const;
    onMethod(ApiParam({ name, description, schema }), ApiErrors(code))(target, key, index);
  };
}

/** Refuses malformed ids before any query. Some contain NUL, which PostgreSQL cannot compare. */
export class PrefixedIdPipe implements PipeTransform<unknown, string> {
  readonly pattern: RegExp;

  constructor(
    prefix: IdPrefix,
    private readonly code: ErrorCode,
  ) {
    this.pattern = new RegExp(`^${prefix}_[0-9a-f]{32}$`);
  }

  transform(value: unknown): string {
    if (typeof value !== 'string' || !this.pattern.test(value)) throw new AppError(this.code);
    return value;
  }
}
