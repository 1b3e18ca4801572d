import { Injectable } from '@nestjs/common';
import { AppError, type Page, toPage } from '@app/common';
import { Database, isOneOf, RowLoader, violatedConstraint } from '@app/persistence';
import { MARKET_COLUMNS } from './market-columns.js';
import type { Market, CreateMarketInput } from './market.entity.js';
import { keysetOf, type ListedMarket, type MarketsQuery } from './markets-query.js';
import { isUsual, marketsStatement } from './markets-statement.js';
import { parseSearch, respell, searchWithin } from './search.js';

const CREATOR_CONSTRAINT = 'markets_creator_user_id_fkey';

/** A market whose opening lies ahead by the database's clock is a draft. */
const INSERT_MARKET_SQL = `
  INSERT INTO markets AS market (creator_user_id, title, description, category, cover_image_url, status,
    outcome_yes_label, outcome_no_label, collateral_asset, chain, resolution_source, opens_at, closes_at, tags)
  VALUES ($1, $2, $3, $4, $5, CASE WHEN $11::timestamptz > now() THEN 'DRAFT' ELSE 'OPEN' END,
    $6, $7, $8, $9, $10, $11, $12, $13)
  RETURNING ${MARKET_COLUMNS}`;

@Injectable()
export class MarketsRepository {
  private readonly byId: RowLoader<Market>;

  constructor(private readonly database: Database) {
    const text = `SELECT ${MARKET_COLUMNS} FROM markets AS market WHERE ${isOneOf('id', 'uuid')}`;
    this.byId = new RowLoader(
      (ids) => database.query<Market>(text, [ids]),
      ({ id }) => id,
    );
  }

  /**
   * Words that no market has are looked up in other spellings, on one page.
   * @throws {AppError} overloaded when a list takes too long
   */
  async listMarkets(query: MarketsQuery): Promise<Page<Market>> {
    const { words, page, sort } = query;
    const search = words === undefined ? null : await parseSearch(this.database, words);
    if (words !== undefined && search === null) return { items: [], next: null };
    const found = toPage(await this.read(query, search), page.limit, (market) => keysetOf(market, sort));
    if (words === undefined || search === null || page.after !== null || found.items.length > 0) return found;
    const respelt = await respell(this.database, search, words);
    const others = respelt === null ? [] : await this.read(query, respelt);
    return { items: others.slice(0, page.limit), next: null };
  }

  private async read(query: MarketsQuery, search: string | null): Promise<ListedMarket[]> {
    const { text, parameters } = marketsStatement(await inBaseUnits(this.database, query), search);
    if (isUsual(query) && query.tradable !== true) return this.database.query<ListedMarket>(text, parameters);
    // The best plan of these depends on the number of markets that match.
    if (isUsual(query)) return this.database.queryUnprepared<ListedMarket>(text, parameters);
    return searchWithin<ListedMarket>(this.database, text, parameters);
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
        terms.tags,
      ]);
    } catch (error) {
      if (violatedConstraint(error) === CREATOR_CONSTRAINT) throw new AppError('invalid_creator_user');
      throw error;
    }
  }
}

/** With the least pool as a constant of the statement, whose plan depends on it. */
async function inBaseUnits(database: Database, query: MarketsQuery): Promise<MarketsQuery> {
  if (query.minPool === undefined) return query;
  const [row] = await database.query<{ minPool: string }>(
    `SELECT trim_scale($1::numeric / base_unit)::text AS "minPool" FROM chain_index WHERE base_unit IS NOT NULL`,
    [query.minPool],
  );
  return { ...query, ...row };
}
