import type { FastifyInstance } from 'fastify';

/** Knows all routes, so that a request which none of them serves can be told what its path does offer. */
export class RouteTable {
  private readonly methodsByPattern = new Map<string, Set<string>>();

  /** Listens for the routes that are registered from now on. */
  watch(instance: FastifyInstance): void {
    instance.addHook('onRoute', ({ method, url }) => {
      const methods = this.methodsByPattern.get(url) ?? new Set();
      [method].flat().forEach((name) => methods.add(name));
      this.methodsByPattern.set(url, methods);
    });
  }

  /** The methods that a path serves, OPTIONS included, sorted; empty for an unknown path. */
  methodsOf(path: string): string[] {
    const found = new Set<string>();
    for (const [pattern, methods] of this.methodsByPattern) {
      if (matches(pattern, path)) methods.forEach((method) => found.add(method));
    }
    return found.size === 0 ? [] : [...found, 'OPTIONS'].sort();
  }
}

function matches(pattern: string, path: string): boolean {
  const wanted = pattern.split('/');
  const given = path.split('/');
  return (
    wanted.length === given.length &&
    wanted.every((segment, index) => (segment.startsWith(':') ? given[index] !== '' : segment === given[index]))
  );
}
