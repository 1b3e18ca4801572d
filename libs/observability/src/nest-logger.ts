import type { LoggerService } from '@nestjs/common';
import type { Logger } from './logger.js';

const MAX_DETAIL_CHARACTERS = 300;

/** Writes Nest's warnings and errors to the process's log; its informational lines become debug lines. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown): void {
    this.logger.debug({ event: 'framework.log', detail: shortened(message) });
  }

  warn(message: unknown, ...rest: unknown[]): void {
    this.logger.warn({ event: 'framework.warning', detail: shortened(message), context: shortened(rest.at(-1)) });
  }

  error(message: unknown, ...rest: unknown[]): void {
    this.logger.error({ event: 'framework.error', detail: shortened(message), context: shortened(rest.at(-1)) });
  }

  fatal(message: unknown, ...rest: unknown[]): void {
    this.error(message, ...rest);
  }
}

function shortened(message: unknown): string | null {
  return typeof message === 'string' ? message.slice(0, MAX_DETAIL_CHARACTERS) : null;
}
