import { type ArgumentMetadata, type PipeTransform, Query } from '@nestjs/common';
import { isRecord } from '@app/common';
import { ApiErrors } from '../../docs/api-errors.decorator.js';
import { onMethod } from '../on-method.js';
import type { UnknownFields } from './field.js';
import { parseDto } from './parse-dto.js';

/** A list's query string as the DTO of the parameter's type. An unknown or repeated parameter is `invalid_query`. */
export function ListQuery(): ParameterDecorator {
  return validQuery('refused');
}

/** The query string of a single read, where unknown parameters are ignored. */
export function ReadQuery(): ParameterDecorator {
  return validQuery('ignored');
}

function validQuery(unknown: UnknownFields): ParameterDecorator {
  return (target, key, index) => {
    Query(new QueryPipe(unknown))(target, key, index);
    onMethod(ApiErrors('invalid_query'))(target, key, index);
  };
}

class QueryPipe implements PipeTransform<unknown, object> {
  constructor(private readonly unknown: UnknownFields) {}

  transform(query: unknown, { metatype }: ArgumentMetadata): object {
    if (metatype === undefined) throw new TypeError('a validated query needs a DTO class as its type');
    const source = isRecord(query) ? query : {};
    return parseDto<object>(metatype, source, { code: 'invalid_query', unknown: this.unknown, blank: 'value' });
  }
}
