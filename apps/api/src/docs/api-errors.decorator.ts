import { applyDecorators } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import { type ErrorCode, isErrorCode } from '@app/common';

const PREFIX = 'x-error-';

/** Lists error codes of an operation. The document turns them into responses, one per status. */
export function ApiErrors(...codes: readonly ErrorCode[]): MethodDecorator {
  return applyDecorators(...codes.map((code) => ApiExtension(`${PREFIX}${code}`, true)));
}

/** Removes the codes from an operation of the document and returns them. */
export function takeErrorCodes(operation: object): ErrorCode[] {
  const keys = Object.keys(operation).filter((key) => key.startsWith(PREFIX));
  for (const key of keys) Reflect.deleteProperty(operation, key);
  return keys.map((key) => key.slice(PREFIX.length)).filter(isErrorCode);
}
