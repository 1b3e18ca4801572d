import { Injectable } from '@nestjs/common';
import { AppError, type Page, toPage } from '@app/common';
import { Database, isOneOf, ListReads, RowLoader, sqlState, violatedConstraint } from '@app/persistence';
import { MARKET_COLUMNS } from './market-columns.js';
import type { Market, CreateMarketInput } from './market.entity.js';
import { keysetOf, type MarketsQuery } from './markets-query.js';
import { marketsStatement, type Statement } from './markets-statement.js';

/** Time after which a search is refused: titles that share most of its letters make it long. */
const SEARCH_TIMEOUT_MS = 300;
const QUERY_CANCELED = '57014';
const CREATOR_CONSTRAINT = 'markets_creator_user_id_fkey';

/** A market whose opening lies ahead by the database's clock is a draft. */
const INSERT_MARKET_SQL = `
  INSERT INTO markets AS market (creator_user_id, title, description, category, cover_image_url, status,
    outcome_yes_label, outcome_no_label, collateral_asset, chain, resolution_source, opens_at, closes_at)
  VALUES ($1, $2, $3, $4, $5, CASE WHEN $11::timestamptz > now() THEN 'DRAFT' ELSE 'OPEN' END,
    $6, $7, $8, $9, $10, $11, $12)
  RETURNING ${MARKET_COLUMNS}`;

@Injectable()
export class MarketsRepository {
  private readonly byId: RowLoader<Market>;

  constructor(
    private readonly database: Database,
    private readonly reads: ListReads,
  ) {
    const text = `SELECT ${MARKET_COLUMNS} FROM markets AS market WHERE ${isOneOf('id', 'uuid')}`;
    this.byId = new RowLoader(
      (ids) => database.query<Market>(text, [ids]),
      ({ id }) => id,
    );
  }

  /** @throws {AppError} overloaded when a search takes too long */
  async listMarkets(query: MarketsQuery): Promise<Page<Market>> {
    const { text, parameters } = marketsStatement(query);
    const rows = await this.reads.read((database) => {
      // The best plan of these depends on the number of markets that match.
      if (query.titlePart !== undefined) return search(database, { text, parameters });
      if (query.tradable) return database.queryUnprepared<Market>(text, parameters);
      return database.query<Market>(text, parameters);
    });
    return toPage(rows, query.page.limit, (market) => keysetOf(market, query.sort));
  }

  /** @param id in lower case. @throws {AppError} market_not_found */
  async getMarket(id: string): Promise<Market> {
    const market = await this.byId.load(id);
    if (market === null) throw new AppError('market_not_found');
    return market;
  }

  /** Repeating it creates another market. @throws {AppError} invalid_creator_user */
  async createMarket(terms: CreateMarketInput): Promise<Market> {
    try {
      return await this.database.queryOneOrFail<Market>(INSERT_MARKET_SQL, [
        terms.creatorUserId,
        terms.title,
        terms.description,
        terms.category,
        terms.coverImageUrl,
        terms.outcomeYesLabel,
        terms.outcomeNoLabel,
        terms.collateralAsset,
        terms.chain,
        terms.resolutionSource,
        terms.opensAt,
        terms.closesAt,
      ]);
    } catch (error) {
      if (violatedConstraint(error) === CREATOR_CONSTRAINT) throw new AppError('invalid_creator_user');
      throw error;
    }
  }
}

async function search(database: Database, { text, parameters }: Statement): Promise<Market[]> {
  try {
    return await database.queryWithin<Market>(SEARCH_TIMEOUT_MS, text, parameters);
  } catch (error) {
    if (sqlState(error) !== QUERY_CANCELED) throw error;
    const message = 'The search took too long. Search for a rarer part of the title.';
    throw new AppError('overloaded', { message, retryAfterS: 1 });
  }
}
