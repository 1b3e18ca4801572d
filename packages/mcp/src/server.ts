import { AsyncLocalStorage } from 'node:async_hooks';
import { GapError, isTraceparent, newTraceparent, type Outcome, Presage, PresageError } from '@presage/sdk';
import {
  type CallToolResult,
  fromJsonSchema,
  McpServer,
  ResourceNotFoundError,
  ResourceTemplate,
  type ServerContext,
  type Transport,
} from '@modelcontextprotocol/server';
import { ARGUMENT_VALIDATOR } from './argument-validator.js';
import { GUIDE, INSTRUCTIONS } from './guide.js';
import { removeNullArguments } from './normalize-arguments.js';
import { formatLines } from './remedies.js';
import { outline, project } from './schema.js';
import { toAnnotations, ToolError } from './tool.js';
import { TOOLS } from './tools/index.js';
import { VERSION } from './version.js';
import { MARKET_DETAILS, marketView } from './views.js';

/** Compiled once: a server is created for each HTTP request. */
const COMPILED = TOOLS.map((tool) => ({
  tool,
  inputSchema: fromJsonSchema<never>(tool.input, ARGUMENT_VALIDATOR),
  outputSchema: fromJsonSchema(outline(tool.output)),
}));

const traces = new AsyncLocalStorage<string>();

/** W3C `traceparent` of the tool call in progress: the client's, or one of a new trace. For the option of `Presage`. */
export function traceOfCall(): string | undefined {
  return traces.getStore();
}

class PresageServer extends McpServer {
  override async connect(transport: Transport): Promise<void> {
    transport.onmessage = removeNullArguments; // the protocol's own reading follows
    await super.connect(transport);
  }
}

/** Creates a server whose tools act through this client. */
export function createPresageServer(presage: Presage): McpServer {
  const server = new PresageServer(
    { name: 'presage', title: 'Presage', version: VERSION },
    { instructions: INSTRUCTIONS },
  );
  for (const compiled of COMPILED) registerTool(server, compiled, presage);
  registerResources(server, presage);
  return server;
}

function registerTool(
  server: McpServer,
  { tool, inputSchema, outputSchema }: (typeof COMPILED)[number],
  presage: Presage,
): void {
  const { name, title, description, output } = tool;
  server.registerTool(
    name,
    { title, description, annotations: toAnnotations(tool), inputSchema, outputSchema },
    async (input, context): Promise<CallToolResult> => {
      try {
        const { signal, _meta: meta } = context.mcpReq;
        const traceparent = isTraceparent(meta?.['traceparent']) ? meta['traceparent'] : newTraceparent();
        const run = () => tool.run(input, { presage, signal, progress: createProgress(context) });
        const answer = await traces.run(traceparent, run);
        const text = toText(project(output, answer));
        return { content: [{ type: 'text', text }], structuredContent: JSON.parse(text) };
      } catch (error) {
        return { isError: true, content: [{ type: 'text', text: describe(error) }] };
      }
    },
  );
}

function registerResources(server: McpServer, presage: Presage): void {
  server.registerResource(
    'guide',
    'presage://guide',
    { title: 'Guide', description: 'How to trade and how to handle failures', mimeType: 'text/markdown' },
    (uri) => ({ contents: [{ uri: uri.href, mimeType: 'text/markdown', text: GUIDE }] }),
  );
  server.registerResource(
    'market',
    new ResourceTemplate('presage://markets/{id}', { list: undefined }),
    { title: 'Market', description: 'A market by its id or contract address', mimeType: 'application/json' },
    async (uri, { id }, { mcpReq: { signal } }) => {
      const market = await findMarket(presage, String(id), signal);
      if (market === null) throw new ResourceNotFoundError(uri.href);
      const text = toText(project(MARKET_DETAILS, market));
      return { contents: [{ uri: uri.href, mimeType: 'application/json', text }] };
    },
  );
}

async function findMarket(presage: Presage, reference: string, signal: AbortSignal): Promise<object | null> {
  try {
    return marketView(await presage.findMarket(reference, { signal }));
  } catch (error) {
    if (error instanceof PresageError && error.code === 'market_not_found') return null;
    throw error;
  }
}

function createProgress(context: ServerContext): (state: Outcome) => void {
  const progressToken = context.mcpReq._meta?.progressToken;
  let progress = 0;
  return ({ intent, execution }) => {
    if (progressToken === undefined) return;
    progress += 1;
    const message = execution?.waiting_for ?? execution?.status ?? intent.status;
    // A client that left does not end the execution.
    void context.mcpReq
      .notify({ method: 'notifications/progress', params: { progressToken, progress, message } })
      .catch(() => undefined);
  };
}

/** Code, message and advice, for the model. */
function describe(error: unknown): string {
  if (error instanceof PresageError) return formatLines(error).join('\n');
  if (error instanceof GapError)
    return `gap: ${error.message}\nDo not rely on these events. Call get_briefing without since.`;
  if (error instanceof ToolError) return `${error.code}: ${error.message}\n${error.advice}`;
  return 'internal_error: The call failed.\nRepeat it unchanged.';
}

/** JSON without characters at which readers of event streams that take them for line breaks would cut the message. */
function toText(value: unknown): string {
  return JSON.stringify(value).replaceAll(/[\u0085\u2028\u2029]/g, ' ');
}
