import {
  isLegacyRequest,
  type McpHttpHandler,
  type McpServer,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';

type Handler = Pick<McpHttpHandler, 'fetch'>;

interface JsonAnswersOptions {
  /** Serves every other request, such as those that ask for progress. */
  readonly handler: Handler;
  readonly createServer: (request: Request) => McpServer;
  readonly maxRequestBodySize: number;
}

const JSON_TYPE = /application\/(?:json|\*)|\*\/\*/;
const STREAM_TYPE = 'text/event-stream';
const PROGRESS = /"progressToken"\s*:/;

/**
 * Answers a call with JSON instead of a stream of one event when the client accepts JSON. Clients of the revisions until
 * 2025 must accept both types; a script that names one of them is served as well. A call with a progress token gets a stream
 * if the client accepts it.
 */
export function withJsonAnswers({ handler, createServer, maxRequestBodySize }: JsonAnswersOptions): Handler {
  return {
    fetch: async (received) => {
      const accept = received.headers.get('accept') ?? '*/*';
      const [acceptsJson, acceptsStream] = [JSON_TYPE.test(accept), accept.includes(STREAM_TYPE)];
      if (received.method !== 'POST' || !(acceptsJson || acceptsStream)) return handler.fetch(received);
      if (!(await isLegacyRequest(received, undefined, { maxRequestBodySize }))) return handler.fetch(received);
      const wantsStream = acceptsStream && (!acceptsJson || PROGRESS.test(await received.clone().text()));
      const request = new Request(received);
      request.headers.set('accept', `application/json, ${STREAM_TYPE}`);
      return wantsStream ? handler.fetch(request) : answerWithJson(createServer(received), request);
    },
  };
}

async function answerWithJson(server: McpServer, request: Request): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  const onAbort = (): void => void server.close(); // ends the call
  request.signal.addEventListener('abort', onAbort, { once: true });
  try {
    await server.connect(transport);
    return await transport.handleRequest(request);
  } finally {
    request.signal.removeEventListener('abort', onAbort);
    await server.close();
  }
}
