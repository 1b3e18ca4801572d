import { type ArgumentMetadata, Body, type PipeTransform } from '@nestjs/common';
import { AppError, type ErrorCode, isRecord } from '@app/common';
import { ApiErrors } from '../../docs/api-errors.decorator.js';
import { onMethod } from '../on-method.js';
import { DescribeHandling, unknownFieldsOf } from './handling.js';
import { parseDto } from './parse-dto.js';

/**
 * The request's JSON object as the DTO of the parameter's type.
 * @param code validation error code of the endpoint. A missing body is `invalid_json`.
 */
export function ValidBody(code: ErrorCode): ParameterDecorator {
  return (target, key, index) => {
    Body(new BodyPipe(code))(target, key, index);
    onMethod(ApiErrors('invalid_json', code), DescribeHandling())(target, key, index);
  };
}

class BodyPipe implements PipeTransform<unknown, object> {
  constructor(private readonly code: ErrorCode) {}

  transform(body: unknown, { metatype }: ArgumentMetadata): object {
    if (metatype === undefined) throw new TypeError('a validated body needs a DTO class as its type');
    const source = parseJsonObject(body, this.code);
    return parseDto<object>(metatype, source, { code: this.code, unknown: unknownFieldsOf(source), blank: 'absent' });
  }
}

/** @throws {AppError} `invalid_json` for a missing body, `code` for an array, null or a scalar */
export function parseJsonObject(body: unknown, code: ErrorCode): object {
  if (body === undefined) throw new AppError('invalid_json');
  if (!isRecord(body)) throw new AppError(code, { details: ['the body must be a JSON object'] });
  return body;
}
