import { Param, type PipeTransform } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import { AppError, type ErrorCode, isUuid } from '@app/common';
import { ApiErrors, onMethod } from '../docs/api-errors.decorator.js';

interface UuidParamOptions {
  name: string;
  /** Error code for anything that is not a UUID. */
  code: ErrorCode;
  description: string;
  example: string;
}

/** A UUID in the path, in lower case. */
export function UuidParam({ name, code, description, example }: UuidParamOptions): ParameterDecorator {
  return (target, key, index) => {
    Param(name, new UuidPipe(code))(target, key, index);
    onMethod(ApiParam({ name, description, example, format: 'uuid' }), ApiErrors(code))(target, key, index);
  };
}

class UuidPipe implements PipeTransform<unknown, string> {
  constructor(private readonly code: ErrorCode) {}

  transform(value: unknown): string {
    if (!isUuid(value)) throw new AppError(this.code);
    return value.toLowerCase();
  }
}
