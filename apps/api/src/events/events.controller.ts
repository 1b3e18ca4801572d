import { applyDecorators, Controller, Get, Optional, Req, Res } from '@nestjs/common';
import { ApiExtraModels, ApiHeader, ApiOkResponse, ApiOperation, ApiTags, getSchemaPath } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '@app/common';
import { agentLog, EventsService, marketLog } from '@app/events';
import { MarketsRepository } from '@app/markets';
import { ApiKeyGuard } from '../auth/api-key.guard.js';
import { type KeyRule, NeedsKey, type RecordRule } from '../auth/needs-key.decorator.js';
import { ApiErrors } from '../docs/api-errors.decorator.js';
import { MarketIdParam } from '../http/path-param.decorator.js';
import { ListQuery } from '../http/validation/valid-query.decorator.js';
import { AgentIdParam } from '../wallets/agent-id.decorator.js';
import { EventsResponse } from './event.dto.js';
import { EventStreams } from './event-streams.js';
import { EventsQueryDto } from './events-query.dto.js';

const DESCRIPTION =
  'Returns the events after a position, oldest first. A client that continues at `next_after` misses none and gets each once. `wait` holds the response until there is an event.\n\nWith `Accept: text/event-stream`, the response is a stream of server-sent events, with `seq` as id, the type as event and the event as data. Every 15 seconds, `stream.head` states the `head_seq` of the log. A client reconnects with `Last-Event-ID`. A client that leaves 1 MiB unread is disconnected.';

/** Key that the log of an agent needs. The log of a market is public. */
const AGENT_RULE = {
  scope: 'read',
  target: 'agent in path',
  notFound: 'agent_not_found',
} as const satisfies RecordRule;

/** Response as a page, and as a stream. */
function ApiEvents(): MethodDecorator {
  return applyDecorators(
    ApiExtraModels(EventsResponse),
    ApiHeader({
      name: 'Last-Event-ID',
      description: 'Seq of the last event that the client of a stream has.',
      required: false,
      example: '6',
    }),
    ApiOkResponse({
      description: 'Events.',
      content: {
        'application/json': { schema: { $ref: getSchemaPath(EventsResponse) } },
        'text/event-stream': {
          schema: {
            type: 'string',
            description: 'Server-sent events.',
            example:
              'id: 7\nevent: execution.executed\ndata: {"seq":7,…}\n\nevent: stream.head\ndata: {"head_seq":7}\n\n',
          },
        },
      },
    }),
    ApiErrors('events_expired', 'overloaded'),
  );
}

@Controller()
@ApiTags('Events')
export class EventsController {
  constructor(
    private readonly events: EventsService,
    private readonly streams: EventStreams,
    private readonly markets: MarketsRepository,
    @Optional() private readonly guard?: ApiKeyGuard,
  ) {}

  @Get('agent/events/:agent_id')
  @ApiOperation({
    summary: 'List or stream the events of an agent',
    description: `${DESCRIPTION} The log of an unknown agent is empty.`,
  })
  @ApiEvents()
  @NeedsKey(AGENT_RULE.scope, AGENT_RULE.target, AGENT_RULE.notFound)
  async listAgentEvents(
    @AgentIdParam() agentId: string,
    @ListQuery() query: EventsQueryDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<EventsResponse | undefined> {
    return this.answer({ log: agentLog(agentId), rule: AGENT_RULE, query, request, reply });
  }

  @Get('markets/:id/events')
  @ApiOperation({
    summary: 'List or stream the events of a market',
    description: `${DESCRIPTION} A market that is not on the chain has no events.`,
  })
  @ApiEvents()
  @ApiErrors('market_not_found')
  async listMarketEvents(
    @MarketIdParam('id', 'market_not_found') marketId: string,
    @ListQuery() query: EventsQueryDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<EventsResponse | undefined> {
    await this.markets.getMarket(marketId);
    return this.answer({ log: marketLog(marketId), rule: null, query, request, reply });
  }

  private async answer({ log, rule, query, request, reply }: EventsRequest): Promise<EventsResponse | undefined> {
    const { types, limit } = query;
    if (acceptsStream(request)) {
      const after = parseLastEventId(request) ?? query.after;
      const isPermitted = async (): Promise<boolean> =>
        rule === null || ((await this.guard?.stillPermits(request, rule)) ?? true);
      await this.streams.open(reply, { log, types, after }, isPermitted);
      return undefined;
    }
    const page = await this.events.read({ log, types, after: query.after, limit }, query.wait * 1_000);
    if (query.wait > 0 && rule !== null) await this.guard?.check(request, rule);
    return { events: [...page.events], next_after: page.nextAfter, head_seq: page.headSeq };
  }
}

interface EventsRequest {
  log: string;
  /** Key that the log needs; null for a public one. */
  rule: KeyRule | null;
  query: EventsQueryDto;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** A HEAD request gets the headers of a page. */
function acceptsStream({ method, headers }: FastifyRequest): boolean {
  const ranges = (headers.accept ?? '')
    .split(',')
    .map((range) => range.split(';').map((part) => part.trim().toLowerCase()));
  const isWanted = ([type, ...parameters]: readonly string[]): boolean =>
    type === 'text/event-stream' && !parameters.some((one) => /^q=0(\.0*)?$/.test(one));
  return method === 'GET' && ranges.some(isWanted);
}

/** @throws {AppError} invalid_query */
function parseLastEventId({ headers }: FastifyRequest): number | null {
  const text = headers['last-event-id'];
  if (text === undefined || text === '') return null;
  const seq = typeof text === 'string' && /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isSafeInteger(seq)) return seq;
  throw new AppError('invalid_query', { details: ['Last-Event-ID must be the seq of an event'] });
}
