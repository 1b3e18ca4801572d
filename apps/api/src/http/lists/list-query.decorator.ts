import { type PipeTransform, Query } from '@nestjs/common';
import type { ArgumentDescription, DescribedPipe } from '../fields/argument-description.js';
import { type FieldsClass, readFields } from '../fields/read-fields.js';
import { isJsonObject } from '../fields/structure-types.js';

/** A list's query string, read by the fields of a class; an unknown or repeated parameter is `invalid_query`. */
export function ListQuery<T extends object>(dto: FieldsClass<T>): ParameterDecorator {
  return Query(new ListQueryPipe(dto));
}

/** The query string of a single read, where unknown parameters are ignored. */
export function QueryFields<T extends object>(dto: FieldsClass<T>): ParameterDecorator {
  return Query(new ListQueryPipe(dto, 'ignored'));
}

export class ListQueryPipe<T extends object> implements PipeTransform<unknown, T>, DescribedPipe {
  constructor(
    readonly dto: FieldsClass<T>,
    private readonly unknownFields: 'refused' | 'ignored' = 'refused',
  ) {}

  get describes(): ArgumentDescription {
    return { in: 'query', fields: this.dto, refusals: ['invalid_query'] };
  }

  transform(query: unknown): T {
    return readFields(this.dto, isJsonObject(query) ? query : {}, {
      code: 'invalid_query',
      unknownFields: this.unknownFields,
      blank: 'value',
    });
  }
}
