import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { EXAMPLE } from '../docs/examples.js';
import { ApiFlag, ApiInteger, ApiText, ApiTimestamp } from '../docs/properties.js';

@ApiSchema({
  name: 'OverviewLanes',
  description: 'Lanes by state, counted up to 10,000. A lane is the queue of one wallet.',
})
export class OverviewLanesDto {
  @ApiInteger({ description: 'Lanes that a worker may serve now.', example: 0 })
  due: number;

  @ApiInteger({ description: 'Lanes that a worker serves.', example: 1 })
  leased: number;

  @ApiInteger({ description: 'Lanes that are due later.', example: 3 })
  waiting: number;

  @ApiInteger({ description: 'Lanes that are not served until `npm run ops -- lanes release AGENT_ID`.', example: 0 })
  quarantined: number;

  @ApiTimestamp({
    description:
      'Time since which no lane is served, because the database was restored or failed over. Null if lanes are served.',
    example: null,
  })
  stopped_since: string | null;
}

@ApiSchema({ name: 'OverviewExecutions', description: 'Unfinished executions by status, counted up to 10,000.' })
export class OverviewExecutionsDto {
  @ApiInteger({ description: 'Executions that wait in their lane.', example: 2 })
  queued: number;

  @ApiInteger({ description: 'Executions that are being sent.', example: 1 })
  submitting: number;

  @ApiInteger({ description: 'Executions whose transaction waits for the chain.', example: 1 })
  broadcast: number;

  @ApiInteger({ description: 'Executions whose outcome is being reconciled.', example: 0 })
  unknown: number;

  @ApiInteger({
    description: 'Age in milliseconds of the oldest queued execution that no worker has picked up. 0 without one.',
    example: 120,
  })
  oldest_untouched_ms: number;

  @ApiInteger({ description: 'Age in milliseconds of the oldest `unknown` execution. 0 without one.', example: 0 })
  oldest_unknown_ms: number;
}

@ApiSchema({ name: 'OverviewPause', description: 'Pause by an operator.' })
export class OverviewPauseDto {
  @ApiText({ description: '`global`, an action, or the id of an agent.', example: 'buy_yes' })
  scope: string;

  @ApiTimestamp({
    description: 'Time of the last change. For an agent, another change of its wallet may be later than the pause.',
    example: EXAMPLE.createdAt,
  })
  since: string;
}

@ApiSchema({ name: 'OverviewProvider', description: 'Wallet provider as the workers see it.' })
export class OverviewProviderDto {
  @ApiFlag({ description: 'Whether a live worker has the credentials.', example: true })
  configured: boolean;

  @ApiFlag({ description: 'Whether sends are stopped because the provider rejects the credentials.', example: false })
  breaker_open: boolean;

  @ApiTimestamp({ description: 'Time of the next probe. Null unless the breaker is open.', example: null })
  probe_at: string | null;

  @ApiInteger({
    description:
      'Debt of the rate limit: longest time in milliseconds until a new execution of an account is sent. 0 when it is sent at once.',
    example: 0,
  })
  debt_ms: number;
}

@ApiSchema({ name: 'OverviewIndex', description: 'Progress of the read models.' })
export class OverviewIndexDto {
  @ApiInteger({ description: 'Indexed block.', null: 'before the first one', example: 4711 })
  block: number | null;

  @ApiInteger({ description: 'Newest block that the indexing worker has seen.', null: 'before', example: 4712 })
  head_block: number | null;

  @ApiInteger({ description: 'Confirmed blocks that are not indexed.', null: 'before the first poll', example: 0 })
  lag_blocks: number | null;

  @ApiInteger({ description: 'Age of the last poll in milliseconds.', example: 480 })
  last_poll_age_ms: number;

  @ApiFlag({ description: 'Whether a worker indexes the chain.', example: true })
  has_leader: boolean;
}

@ApiSchema({ name: 'OverviewQueue', description: 'Jobs that wait for a worker, and due tasks.' })
export class OverviewQueueDto {
  @ApiInteger({ description: 'Waiting jobs of lanes.', null: 'if the queue does not answer', example: 0 })
  lane_jobs: number | null;

  @ApiInteger({ description: 'Waiting jobs of tasks.', null: 'if the queue does not answer', example: 0 })
  task_jobs: number | null;

  @ApiText({
    description: 'Address of a worker’s bull-board for browsers of operators.',
    null: 'if it is not configured',
    example: 'http://127.0.0.1:4001/queues/',
  })
  dashboard_url: string | null;

  @ApiInteger({ description: 'Due worker tasks, such as provisioning and balances, counted up to 10,000.', example: 0 })
  tasks_due: number;
}

@ApiSchema({ name: 'OverviewWorkers', description: 'Worker processes.' })
export class OverviewWorkersDto {
  @ApiInteger({ description: 'Workers that have reported within the last minute.', example: 2 })
  alive: number;
}

@ApiSchema({ name: 'Overview', description: 'State of the service for operators.' })
export class OverviewDto {
  @ApiTimestamp({ description: 'Time of the overview, by the database’s clock.', example: EXAMPLE.createdAt })
  at: string;

  @ApiProperty({ type: OverviewLanesDto })
  lanes: OverviewLanesDto;

  @ApiProperty({ type: OverviewExecutionsDto })
  executions: OverviewExecutionsDto;

  @ApiProperty({ type: [OverviewPauseDto], description: 'Pauses: scopes first, then up to 100 agents.' })
  pauses: OverviewPauseDto[];

  @ApiProperty({ type: OverviewProviderDto })
  provider: OverviewProviderDto;

  @ApiProperty({ type: OverviewIndexDto })
  index: OverviewIndexDto;

  @ApiProperty({ type: OverviewQueueDto })
  queue: OverviewQueueDto;

  @ApiProperty({ type: OverviewWorkersDto })
  workers: OverviewWorkersDto;
}

export class OverviewResponse {
  @ApiProperty({ type: OverviewDto })
  overview: OverviewDto;
}
