import { type PipeTransform, Query } from '@nestjs/common';
import { type FieldsClass, readFields } from '../fields/read-fields.js';

/** A list's query string, read by the fields of a class; an unknown or repeated parameter is `invalid_query`. */
export function ListQuery<T extends object>(dto: FieldsClass<T>): ParameterDecorator {
  return Query(new ListQueryPipe(dto));
}

export class ListQueryPipe<T extends object> implements PipeTransform<object, T> {
  constructor(readonly dto: FieldsClass<T>) {}

  transform(query: object): T {
    return readFields(this.dto, query, { code: 'invalid_query', unknownFields: 'refused', blank: 'value' });
  }
}
