import type { FastifyRequest } from 'fastify';
import type { ErrorCode } from '@app/common';

const codes = new WeakMap<FastifyRequest, ErrorCode>();

/** Keeps the code that a request is answered with, for its log line. */
export function rememberCode(request: FastifyRequest, code: ErrorCode): void {
  codes.set(request, code);
}

export function findCode(request: FastifyRequest): ErrorCode | null {
  return codes.get(request) ?? null;
}
