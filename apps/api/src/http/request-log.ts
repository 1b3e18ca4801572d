import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isAgentId } from '@app/agents';
import { isRecord } from '@app/common';
import { Logger, Metrics } from '@app/observability';
import { EVENT_STREAM_TYPE } from './event-stream-type.js';
import { PROBE_ROUTES } from '../health/probe-routes.js';
import { findCode } from './errors/answered-codes.js';
import { prefixedId } from './prefixed-id.js';

const FIRST_ERROR_STATUS = 400;
const INTENT_ID = prefixedId('agent_intent');

@Injectable()
export class RequestLog {
  constructor(
    private readonly log: Logger,
    private readonly metrics: Metrics,
  ) {}

  write(request: FastifyRequest, reply: FastifyReply): void {
    const { method } = request;
    const { statusCode, elapsedTime } = reply;
    const isServed = !request.is404 && method !== 'OPTIONS';
    const route = isServed ? request.routeOptions.url : undefined;
    const label = route ?? 'none';
    this.metrics.count('presage_http_requests_total', { method, route: label, status: String(statusCode) });
    if (statusCode === 500)
      this.metrics.count('presage_http_failures_total', { code: findCode(request) ?? 'internal_error' });
    // A stream lasts as long as its client reads it.
    if (reply.getHeader('content-type') !== EVENT_STREAM_TYPE) {
      this.metrics.observe('presage_http_request_seconds', { route: label }, elapsedTime / 1000);
    }
    const line = {
      event: 'http.request',
      method,
      route: route ?? null,
      status: statusCode,
      ...(statusCode >= FIRST_ERROR_STATUS && { code: findCode(request), ...findRequestIds(request) }),
      durationMs: Math.round(elapsedTime * 10) / 10,
      requestId: request.id,
    };
    if (PROBE_ROUTES.has(label)) this.log.debug(line);
    else this.log.info(line);
  }
}

/** Agent or intent that a refused request names. Other text of the request is not logged. */
function findRequestIds({ params, body }: FastifyRequest): { agentId?: string; intentId?: string } {
  const path = isRecord(params) ? params : {};
  const agentId = path.agent_id ?? (isRecord(body) ? body.agent_id : undefined);
  const intentId = INTENT_ID.parse(path.intent_id);
  return { ...(isAgentId(agentId) && { agentId }), ...(intentId !== null && { intentId }) };
}
