import type { LoggerService } from '@nestjs/common';
import type { Logger } from './logger.js';

/** Lets the framework's own warnings and errors come out as lines of ours; its chatter goes to debug. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown): void {
    this.logger.debug({ event: 'framework.log', detail: brief(message) });
  }

  warn(message: unknown, ...rest: unknown[]): void {
    this.logger.warn({ event: 'framework.warning', detail: brief(message), context: brief(rest.at(-1)) });
  }

  error(message: unknown, ...rest: unknown[]): void {
    this.logger.error({ event: 'framework.error', detail: brief(message), context: brief(rest.at(-1)) });
  }

  fatal(message: unknown, ...rest: unknown[]): void {
    this.error(message, ...rest);
  }
}

function brief(message: unknown): string | null {
  return typeof message === 'string' ? message.slice(0, 300) : null;
}
