import { Controller, Get, Post, UseInterceptors } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Page } from '@app/common';
import { ReadModels } from '@app/indexer';
import { DiscoveryRepository, type Market, MarketsRepository } from '@app/markets';
import { NeedsKey } from '../auth/needs-key.decorator.js';
import { ApiErrors } from '../docs/api-errors.decorator.js';
import { FailsWith } from '../http/fails-with.decorator.js';
import { encodeNextCursor } from '../http/pagination/page-query.dto.js';
import { MarketIdParam } from '../http/path-param.decorator.js';
import { ValidBody } from '../http/validation/valid-body.decorator.js';
import { ListQuery } from '../http/validation/valid-query.decorator.js';
import { SearchTurns } from '../load-shedding/fair-turns.interceptor.js';
import { CreateMarketDto, toCreateMarketInput } from './create-market.dto.js';
import { FacetsResponse, SimilarMarketsResponse } from './discovery.dto.js';
import { CompactMarketsPage, MarketResponse, MarketsPage, RECORD_EXAMPLE } from './market.dto.js';
import { presentCompactMarket, presentFacets, presentMarket } from './market.presenter.js';
import { toMarketsQuery, MarketsQueryDto, toMarketsScope } from './markets-query.dto.js';

@Controller()
@ApiTags('Markets')
export class MarketsController {
  constructor(
    private readonly markets: MarketsRepository,
    private readonly discovery: DiscoveryRepository,
    private readonly readModels: ReadModels,
  ) {}

  @Get('markets')
  @ApiOperation({
    summary: 'List markets',
    description: 'Lists markets in the order of `sort`: newest first by default, and the best matches first with `q`.',
  })
  @ApiOkResponse({ type: MarketsPage, description: 'Page of markets.' })
  @FailsWith('markets_list_failed')
  @UseInterceptors(SearchTurns)
  async listMarkets(@ListQuery() query: MarketsQueryDto): Promise<MarketsPage> {
    const scope = toMarketsScope('markets', query);
    const page = await this.list(query, scope);
    return { markets: page.items.map(presentMarket), next_cursor: encodeNextCursor(page, scope) };
  }

  @Get('markets/facets')
  @ApiOperation({
    summary: 'Count markets',
    description: 'Counts markets by status, category and tag.',
  })
  @ApiOkResponse({ type: FacetsResponse, description: 'Counts of all markets.' })
  @FailsWith('markets_list_failed')
  async countMarkets(): Promise<FacetsResponse> {
    return { facets: presentFacets(await this.discovery.countFacets()) };
  }

  @Get('markets/:id')
  @ApiOperation({
    summary: 'Read a market',
    description: 'Returns one market with its contract and its resolution terms.',
  })
  @ApiOkResponse({ type: MarketResponse, description: 'The market.' })
  @ApiErrors('market_not_found')
  @FailsWith('market_get_failed')
  async getMarket(@MarketIdParam('id', 'market_not_found') id: string): Promise<MarketResponse> {
    await this.readModels.waitForExecuted('market', id);
    return { market: presentMarket(await this.markets.getMarket(id)) };
  }

  @Get('markets/:id/similar')
  @ApiOperation({
    summary: 'List similar markets',
    description: 'Lists other markets with rare words of the title, compared by title.',
  })
  @ApiOkResponse({ type: SimilarMarketsResponse, description: 'Markets with a similar title.' })
  @ApiErrors('market_not_found')
  @FailsWith('markets_list_failed')
  @UseInterceptors(SearchTurns)
  async listSimilarMarkets(@MarketIdParam('id', 'market_not_found') id: string): Promise<SimilarMarketsResponse> {
    const similar = await this.discovery.listSimilar(await this.markets.getMarket(id));
    return { similar: similar.map((each) => ({ market: presentCompactMarket(each), score: each.score })) };
  }

  @Post('markets')
  @ApiOperation({
    summary: 'Create a market record',
    description:
      'Creates a record. Nothing is created on the chain. Texts are trimmed, and blank texts count as absent. Only the server sets `status`, `winning_outcome`, `resolved_at` and `settled_at`. A request that contains one of them is rejected, even if it is null.',
  })
  @ApiCreatedResponse({ type: MarketResponse, description: 'The new market.', example: { market: RECORD_EXAMPLE } })
  @ApiErrors('invalid_creator_user')
  @FailsWith('market_create_failed')
  @NeedsKey('records', 'creator in body')
  async createMarket(@ValidBody('invalid_market_request') body: CreateMarketDto): Promise<MarketResponse> {
    return { market: presentMarket(await this.markets.createMarket(toCreateMarketInput(body))) };
  }

  @Get('agent/markets')
  @ApiOperation({
    summary: 'List market summaries',
    description: 'Lists the same markets with the fields that an agent needs to choose one.',
  })
  @ApiOkResponse({ type: CompactMarketsPage, description: 'Page of markets.' })
  @FailsWith('markets_list_failed')
  @UseInterceptors(SearchTurns)
  async listMarketsForAgents(@ListQuery() query: MarketsQueryDto): Promise<CompactMarketsPage> {
    const scope = toMarketsScope('agent/markets', query);
    const page = await this.list(query, scope);
    return { markets: page.items.map(presentCompactMarket), next_cursor: encodeNextCursor(page, scope) };
  }

  private async list(query: MarketsQueryDto, scope: string): Promise<Page<Market>> {
    const { market_contract_address: address } = query;
    if (address !== undefined) await this.readModels.waitForExecuted('contract', address);
    return this.markets.listMarkets(toMarketsQuery(query, scope));
  }
}
