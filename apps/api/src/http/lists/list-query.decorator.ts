import { type PipeTransform, Query } from '@nestjs/common';
import type { ArgumentDescription, DescribedPipe } from '../fields/argument-description.js';
import { type FieldsClass, readFields } from '../fields/read-fields.js';
import { isJsonObject } from '../fields/structure-types.js';

/** A list's query string, read by the fields of a class; an unknown or repeated parameter is `invalid_query`. */
export function ListQuery<T extends object>(dto: FieldsClass<T>): ParameterDecorator {
  return Query(new ListQueryPipe(dto));
}

export class ListQueryPipe<T extends object> implements PipeTransform<unknown, T>, DescribedPipe {
  constructor(readonly dto: FieldsClass<T>) {}

  get describes(): ArgumentDescription {
    return { in: 'query', fields: this.dto, refusals: ['invalid_query'] };
  }

  transform(query: unknown): T {
    return readFields(this.dto, isJsonObject(query) ? query : {}, {
      code: 'invalid_query',
      unknownFields: 'refused',
      blank: 'value',
    });
  }
}
