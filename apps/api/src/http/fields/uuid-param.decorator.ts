import { Param, type PipeTransform } from '@nestjs/common';
import { AppError, type ErrorCode, isUuid } from '@app/common';
import type { ArgumentDescription, DescribedPipe } from './argument-description.js';

interface UuidParamOptions {
  name: string;
  /** What anything but a UUID there is answered with. */
  code: ErrorCode;
  doc: string;
  example: string;
}

/** A UUID in the path, in lower case. */
export function UuidParam(options: UuidParamOptions): ParameterDecorator {
  return Param(options.name, new UuidPipe(options));
}

class UuidPipe implements PipeTransform<unknown, string>, DescribedPipe {
  constructor(private readonly options: UuidParamOptions) {}

  get describes(): ArgumentDescription {
    const { doc, example, code } = this.options;
    return { in: 'path', schema: { type: 'string', format: 'uuid' }, doc, example, refusals: [code] };
  }

  transform(value: unknown): string {
    if (!isUuid(value)) throw new AppError(this.options.code);
    return value.toLowerCase();
  }
}
