import { Body, type PipeTransform } from '@nestjs/common';
import { AppError, type ErrorCode } from '@app/common';
import type { ArgumentDescription, DescribedPipe } from './argument-description.js';
import { fieldRulesOf } from './field.decorator.js';
import { type FieldsClass, readFields } from './read-fields.js';
import { isJsonObject } from './structure-types.js';

/**
 * The request's JSON object, read by the fields of a class.
 * @param code the endpoint's own validation code, which an array, null or a scalar as body gets as well; a body that is
 * missing is `invalid_json`
 */
export function ValidBody<T extends object>(dto: FieldsClass<T>, code: ErrorCode): ParameterDecorator {
  return Body(new BodyPipe(dto, code));
}

export class BodyPipe<T extends object> implements PipeTransform<unknown, T>, DescribedPipe {
  constructor(
    readonly dto: FieldsClass<T>,
    readonly code: ErrorCode,
  ) {}

  get describes(): ArgumentDescription {
    return {
      in: 'body',
      variants: { [this.dto.name]: { fields: this.dto } },
      refusals: bodyRefusals(this.dto, this.code),
    };
  }

  transform(body: unknown): T {
    if (body === undefined) throw new AppError('invalid_json');
    if (!isJsonObject(body)) throw new AppError(this.code, { details: ['the body must be a JSON object'] });
    return readFields(this.dto, body, { code: this.code, unknownFields: 'ignored', blank: 'absent' });
  }
}

/** How a body that cannot be read by these fields is refused. */
export function bodyRefusals(dto: { readonly prototype: object }, code: ErrorCode): ErrorCode[] {
  const own = fieldRulesOf(dto).flatMap((rule) => rule.code ?? []);
  return [...new Set<ErrorCode>(['invalid_json', ...own, code])];
}
