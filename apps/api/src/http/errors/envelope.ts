import type { AppError, ErrorCode } from '@app/common';

export interface ErrorEnvelope {
  error: {
    code: ErrorCode;
    message: string;
    details?: readonly string[];
    [extra: string]: unknown;
  };
}

export function toEnvelope({ code, message, details, extra }: AppError): ErrorEnvelope {
  return { error: { code, message, ...(details === undefined ? {} : { details }), ...extra } };
}
