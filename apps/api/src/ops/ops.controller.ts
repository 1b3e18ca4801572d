import { Controller, Get, Inject } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { AppError } from '@app/common';
import type { ApiSettings } from '@app/config';
import {
  AuditLogRepository,
  ExecutionReportsRepository,
  isLanePosition,
  LaneSummariesRepository,
} from '@app/operations';
import { NeedsOperatorKey } from '../auth/needs-key.decorator.js';
import { encodeNextCursor, PageQueryDto, toPageRequest } from '../http/pagination/page-query.dto.js';
import { ListQuery } from '../http/validation/valid-query.decorator.js';
import { ExecutionsPage } from '../intents/execution.dto.js';
import { presentExecution } from '../intents/execution.presenter.js';
import { API_SETTINGS } from '../settings.module.js';
import { AuditPage } from './audit-entry.dto.js';
import { presentAuditEntry } from './audit-entry.presenter.js';
import { ExecutionIdParam } from './execution-id-param.decorator.js';
import { ExecutionReportResponse } from './execution-report.dto.js';
import { presentExecutionReport } from './execution-report.presenter.js';
import { LanesPage } from './lane.dto.js';
import { presentLane } from './lane.presenter.js';
import { OpsExecutionsQueryDto } from './ops-query.dto.js';
import { OverviewResponse } from './overview.dto.js';
import { presentOverview } from './overview.presenter.js';
import { OverviewService } from './overview.service.js';

const AUDIT_ID = /^[1-9]\d{0,17}$/;

@Controller('ops')
@ApiTags('Operators')
export class OpsController {
  constructor(
    private readonly overview: OverviewService,
    private readonly lanes: LaneSummariesRepository,
    private readonly executions: ExecutionReportsRepository,
    private readonly audit: AuditLogRepository,
    @Inject(API_SETTINGS) private readonly settings: ApiSettings,
  ) {}

  @Get('overview')
  @ApiOperation({
    summary: 'Read the state of the service',
    description:
      'Returns lanes, unfinished executions, pauses, wallet provider, index, queue and workers. The same numbers are metrics of every process.',
  })
  @ApiOkResponse({ type: OverviewResponse, description: 'The overview.' })
  @NeedsOperatorKey()
  async getOverview(): Promise<OverviewResponse> {
    return { overview: presentOverview(await this.overview.read(), this.settings) };
  }

  @Get('lanes')
  @ApiOperation({
    summary: 'List busy lanes',
    description:
      'Lists lanes that are due, leased, waiting or quarantined, the longest due first. A lane that moves between two pages may be on both or on neither.',
  })
  @ApiOkResponse({ type: LanesPage, description: 'Page of lanes.' })
  @NeedsOperatorKey()
  async listLanes(@ListQuery() query: PageQueryDto): Promise<LanesPage> {
    const page = await this.lanes.list(toPageRequest(query, 'ops lanes', isLanePosition));
    return { lanes: page.items.map(presentLane), next_cursor: encodeNextCursor(page, 'ops lanes') };
  }

  @Get('executions')
  @ApiOperation({
    summary: 'List the executions of all agents',
    description: 'Lists executions, newest first.',
  })
  @ApiOkResponse({ type: ExecutionsPage, description: 'Page of executions.' })
  @NeedsOperatorKey()
  async listAllExecutions(@ListQuery() query: OpsExecutionsQueryDto): Promise<ExecutionsPage> {
    const filter = { status: query.status, agentId: query.agent_id };
    const scope = `ops executions ${JSON.stringify(filter)}`;
    const page = await this.executions.list(filter, toPageRequest(query, scope));
    return { executions: page.items.map(presentExecution), next_cursor: encodeNextCursor(page, scope) };
  }

  @Get('executions/:execution_id')
  @ApiOperation({
    summary: 'Read an execution with its steps and history',
    description:
      'Returns an execution with the ids at the wallet provider, the transaction hashes, the receipts and the history. Signed and sealed contents are not part of it.',
  })
  @ApiOkResponse({ type: ExecutionReportResponse, description: 'The execution.' })
  @NeedsOperatorKey()
  async getExecutionReport(@ExecutionIdParam() id: string): Promise<ExecutionReportResponse> {
    const report = await this.executions.find(id);
    if (report === null) throw new AppError('agent_execution_not_found');
    return { execution: presentExecutionReport(report) };
  }

  @Get('audit')
  @ApiOperation({
    summary: 'List the commands of operators',
    description: 'Lists the commands of `npm run ops` that change something, newest first.',
  })
  @ApiOkResponse({ type: AuditPage, description: 'Page of commands.' })
  @NeedsOperatorKey()
  async listAuditLog(@ListQuery() query: PageQueryDto): Promise<AuditPage> {
    const page = await this.audit.list(toPageRequest(query, 'ops audit', (id) => AUDIT_ID.test(id)));
    return { entries: page.items.map(presentAuditEntry), next_cursor: encodeNextCursor(page, 'ops audit') };
  }
}
