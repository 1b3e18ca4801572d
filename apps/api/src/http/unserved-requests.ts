import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '@app/common';
import { isPreflight } from './cors-options.js';
import { parsePath } from './url.js';

/** Answers requests that no route serves: OPTIONS, methods that a path does not allow, unknown paths. */
@Injectable()
export class UnservedRequests {
  private readonly methodsByPattern = new Map<string, Set<string>>();

  constructor(adapterHost: HttpAdapterHost<FastifyAdapter>) {
    adapterHost.httpAdapter.getInstance<FastifyInstance>().addHook('onRoute', ({ method, url }) => {
      const methods = this.methodsByPattern.get(url) ?? new Set();
      [method].flat().forEach((name) => methods.add(name));
      this.methodsByPattern.set(url, methods);
    });
  }

  /** @returns whether the request was answered @throws {AppError} not_found, or method_not_allowed with Allow */
  answer(request: FastifyRequest, reply: FastifyReply): boolean {
    // `@fastify/cors` registers a route for OPTIONS, so such a request is never a 404.
    if (!request.is404 && request.method !== 'OPTIONS') return false;
    if (isPreflight(request)) {
      void reply.code(204).send();
      return true;
    }
    const methods = this.findMethods(parsePath(request.raw.url ?? '/'));
    if (methods.length === 0) throw new AppError('not_found');
    const allow = methods.join(', ');
    if (request.method !== 'OPTIONS') throw new AppError('method_not_allowed', { headers: { allow } });
    void reply.code(204).header('allow', allow).send();
    return true;
  }

  /** Methods that a path serves, sorted and with OPTIONS; empty for an unknown path. */
  private findMethods(path: string): string[] {
    const found = new Set<string>();
    for (const [pattern, methods] of this.methodsByPattern) {
      if (matches(pattern, path)) methods.forEach((method) => found.add(method));
    }
    return found.size === 0 ? [] : [...found.add('OPTIONS')].sort();
  }
}

function matches(pattern: string, path: string): boolean {
  if (pattern === '*') return false;
  const expected = pattern.split('/');
  const actual = path.split('/');
  return (
    expected.length === actual.length &&
    expected.every((segment, index) => (segment.startsWith(':') ? actual[index] !== '' : segment === actual[index]))
  );
}
