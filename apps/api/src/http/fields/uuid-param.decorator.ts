import { Param, type PipeTransform } from '@nestjs/common';
import { AppError, type ErrorCode, isUuid } from '@app/common';

/** A UUID in the path, in lower case; anything else there is answered with the given code. */
export function UuidParam(name: string, code: ErrorCode): ParameterDecorator {
  return Param(name, new UuidPipe(code));
}

class UuidPipe implements PipeTransform<unknown, string> {
  constructor(private readonly code: ErrorCode) {}

  transform(value: unknown): string {
    if (!isUuid(value)) throw new AppError(this.code);
    return value.toLowerCase();
  }
}
