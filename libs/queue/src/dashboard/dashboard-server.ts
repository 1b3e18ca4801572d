import type {
  AppControllerRoute,
  AppViewRoute,
  BullBoardQueues,
  IServerAdapter,
  UIConfig,
} from '@bull-board/api/typings/app';
import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { escapeHtml } from '@app/common';

export interface DashboardRequest {
  /** Below the dashboard's address, with a leading slash and not decoded. */
  path: string;
  query: Readonly<Record<string, string>>;
}

export interface DashboardAnswer {
  status: number;
  contentType: string;
  body: string | Buffer;
}

interface Route {
  pattern: RegExp;
  answer: (request: DashboardRequest, params: Readonly<Record<string, string>>) => Promise<DashboardAnswer>;
}

const HTML = 'text/html; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': JSON_TYPE,
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
};
const MALFORMED_QUERY: DashboardAnswer = {
  status: 400,
  contentType: JSON_TYPE,
  body: '{"error":{"code":"bad_request","message":"A value of the query is not percent-encoded text."}}',
};
/** The page asks Google for its fonts, and has fallbacks. */
const FOREIGN_LINK = /<link [^>]*href="https?:[^>]*>/g;
const PLACEHOLDER = /<%([-=])\s*(\w+)\s*%>/g;

/** Adapter of bull-board without a web framework, whose Fastify adapter needs Node 22. Serves reading routes only. */
export class DashboardServer implements IServerAdapter {
  private readonly routes: Route[] = [];
  private queues: BullBoardQueues = new Map();
  private uiConfig: UIConfig = {};
  private viewsPath = '';
  private statics = { route: '', folder: '' };

  constructor(private readonly basePath: string) {}

  setQueues(queues: BullBoardQueues): this {
    this.queues = queues;
    return this;
  }

  setViewsPath(viewsPath: string): this {
    this.viewsPath = viewsPath;
    return this;
  }

  setStaticPath(route: string, folder: string): this {
    this.statics = { route, folder };
    return this;
  }

  setUIConfig(uiConfig: UIConfig): this {
    this.uiConfig = uiConfig;
    return this;
  }

  setEntryRoute(view: AppViewRoute): this {
    const answer = () => {
      const { name, params } = view.handler({ basePath: this.basePath, uiConfig: this.uiConfig });
      const template = readFileSync(path.join(this.viewsPath, name), 'utf8');
      return Promise.resolve({ status: 200, contentType: HTML, body: fillTemplate(template, params) });
    };
    return this.addRoutes(view.route, answer);
  }

  setApiRoutes(routes: AppControllerRoute[]): this {
    for (const reading of routes.filter(({ method }) => [method].flat().includes('get'))) {
      this.addRoutes(reading.route, async ({ query }, params) => {
        // bull-board decodes names of queues in the query once more: its page encodes them twice.
        if (Object.values(query).some((text) => decode(text) === null)) return MALFORMED_QUERY;
        const request = { queues: this.queues, uiConfig: this.uiConfig, query, params, body: {}, headers: {} };
        const { status = 200, body } = await reading.handler(request);
        return { status, contentType: JSON_TYPE, body: JSON.stringify(body) };
      });
    }
    return this;
  }

  /** Errors pass to the caller: bull-board's handler shows their texts. */
  setErrorHandler(): this {
    return this;
  }

  /** Null for an unknown path. */
  async answer(request: DashboardRequest): Promise<DashboardAnswer | null> {
    for (const { pattern, answer } of this.routes) {
      const match = pattern.exec(request.path);
      if (match !== null) return answer(request, decodeAll({ ...match.groups }));
    }
    return this.readStatic(request.path);
  }

  private addRoutes(routes: string | string[], answer: Route['answer']): this {
    for (const route of [routes].flat()) {
      this.routes.push({ pattern: new RegExp(`^${route.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`), answer });
    }
    return this;
  }

  private async readStatic(requested: string): Promise<DashboardAnswer | null> {
    const { route, folder } = this.statics;
    const files = await readdir(folder, { recursive: true });
    const file = files.find((one) => requested === `${route}/${one.replaceAll(path.sep, '/')}`);
    const contentType = CONTENT_TYPES[path.extname(requested)];
    if (file === undefined || contentType === undefined) return null;
    return { status: 200, contentType, body: await readFile(path.join(folder, file)) };
  }
}

/** Leaves a malformed encoding as it is, which names no queue and no job. */
function decodeAll(params: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(params).map(([name, text]) => [name, decode(text) ?? text]));
}

/** Null for a malformed encoding. */
function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null; // URIError
  }
}

function fillTemplate(template: string, params: Readonly<Record<string, string>>): string {
  return template
    .replaceAll(FOREIGN_LINK, '')
    .replaceAll(PLACEHOLDER, (_, kind: string, name: string) =>
      kind === '=' ? escapeHtml(params[name] ?? '') : (params[name] ?? ''),
    );
}
