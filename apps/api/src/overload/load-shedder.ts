import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { AppError } from '@app/common';
import type { ApiSettings } from '@app/config';
import { Logger, Metrics } from '@app/observability';
import { Database } from '@app/persistence';
import { envelopeOf } from '../http/errors/envelope.js';
import { Cors } from '../http/server/cors.js';
import { REQUEST_ID_HEADER, requestIdOf } from '../http/server/request-id.js';
import { API_SETTINGS } from '../settings/settings.module.js';
import { PoolAdmission } from './pool-admission.js';
import { BacklogMonitor } from './backlog-monitor.js';
import { AdmissionPolicy, type ShedReason } from './admission-policy.js';
import { EventLoopMonitor } from './event-loop-monitor.js';

const RETRY_AFTER_S: Readonly<Record<ShedReason, string>> = { event_loop: '1', database: '1', lanes: '5' };
/**
 * A refusal is answered after so long. Whoever asks again at once would otherwise take with refusals the processor that
 * the work needs: this way a connection is refused a few times a second at the most.
 */
const HELD_MS = 500;
/** Without a refusal for so long, it is over. */
const COOLDOWN_MS = 5_000;
const ERROR = new AppError('overloaded');
const BODY = Buffer.from(JSON.stringify(envelopeOf(ERROR)));

/**
 * Refuses, with 503 and when to come again, what there is no room for. Before the framework has done anything for a
 * request: a refusal must cost little, or it takes the place of the work that it is to protect.
 */
@Injectable()
export class LoadShedder implements OnApplicationShutdown {
  private readonly loop = new EventLoopMonitor();
  private readonly lanes: BacklogMonitor;
  private readonly limits: AdmissionPolicy;
  private readonly cors: Cors;
  private shed = 0;
  private calm: NodeJS.Timeout | undefined;

  constructor(
    database: Database,
    private readonly log: Logger,
    private readonly metrics: Metrics,
    @Inject(API_SETTINGS) settings: ApiSettings,
  ) {
    this.lanes = new BacklogMonitor({ database, log });
    this.cors = Cors.of(settings);
    this.limits = new AdmissionPolicy({
      loop: this.loop,
      lanes: this.lanes,
      database: new PoolAdmission({ waiting: () => database.waiting, connections: settings.DATABASE_POOL_MAX }),
      lanesBehindMs: settings.LANES_BEHIND_S * 1000,
    });
  }

  /** Stands before whatever serves the server's requests now. */
  install(server: Server): void {
    this.loop.start();
    this.lanes.start();
    const serving = server.listeners('request');
    server.removeAllListeners('request');
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      const reason = this.limits.reasonToShed(request.method ?? 'GET', request.url ?? '/');
      if (reason !== null) return this.refuse(request, response, reason);
      for (const serve of serving) Reflect.apply(serve, server, [request, response]);
    });
  }

  onApplicationShutdown(): void {
    this.loop.stop();
    this.lanes.close();
    clearTimeout(this.calm);
  }

  private refuse(request: IncomingMessage, response: ServerResponse, reason: ShedReason): void {
    setTimeout(() => this.answer(request, response, reason), HELD_MS);
    this.metrics.count('presage_http_requests_shed_total', { reason });
    this.note(reason);
  }

  private answer({ headers }: IncomingMessage, response: ServerResponse, reason: ShedReason): void {
    response.writeHead(ERROR.status, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': BODY.length,
      'retry-after': RETRY_AFTER_S[reason],
      [REQUEST_ID_HEADER]: requestIdOf(headers[REQUEST_ID_HEADER]),
      ...this.cors.headersFor(headers.origin),
    });
    response.end(BODY);
  }

  /** One line when it begins and one when it is over: a line for each refusal would be a load of its own. */
  private note(reason: ShedReason): void {
    this.shed += 1;
    if (this.calm !== undefined) {
      this.calm.refresh();
      return;
    }
    this.log.warn({ event: 'overload.began', reason });
    this.calm = setTimeout(() => {
      this.log.info({ event: 'overload.ended', shed: this.shed });
      this.calm = undefined;
      this.shed = 0;
    }, COOLDOWN_MS).unref();
  }
}
