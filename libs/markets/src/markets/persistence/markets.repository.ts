import { Injectable } from '@nestjs/common';
import { Database, RowLoader, violatedConstraint } from '@app/persistence';
import type { Market, MarketTerms } from '../domain/market.js';
import type { MarketsQuery } from '../domain/markets-query.js';
import { MARKET_COLUMNS } from './market-columns.js';
import { marketsStatement } from './markets-statement.js';

const CREATOR_CONSTRAINT = 'markets_creator_user_id_fkey';

@Injectable()
export class MarketsRepository {
  private readonly byId: RowLoader<Market>;

  constructor(private readonly database: Database) {
    const text = `SELECT ${MARKET_COLUMNS} FROM markets AS market WHERE id = ANY ($1::uuid[])`;
    this.byId = new RowLoader(
      (ids) => database.query<Market>(text, [ids]),
      ({ id }) => id,
    );
  }

  /** The page's rows and, if there are more, at least one beyond it. */
  async listMarkets(query: MarketsQuery): Promise<Market[]> {
    const { text, parameters } = marketsStatement(query);
    // How a search is best done depends on how many titles have the words.
    return query.titlePart === undefined
      ? this.database.query<Market>(text, parameters)
      : this.database.queryUnprepared<Market>(text, parameters);
  }

  /** @param id in lower case */
  async findMarket(id: string): Promise<Market | null> {
    return this.byId.load(id);
  }

  /** Null when the creator is no user. A market whose opening lies ahead by the database's clock is a draft. */
  async insertMarket(terms: MarketTerms): Promise<Market | null> {
    try {
      return await this.database.queryOne<Market>(
        `INSERT INTO markets AS market (creator_user_id, title, description, category, cover_image_url, status,
           outcome_yes_label, outcome_no_label, collateral_asset, chain, resolution_source, opens_at, closes_at)
         VALUES ($1, $2, $3, $4, $5, CASE WHEN $11::timestamptz > now() THEN 'DRAFT' ELSE 'OPEN' END,
           $6, $7, $8, $9, $10, $11, $12)
         RETURNING ${MARKET_COLUMNS}`,
        [
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
        ],
      );
    } catch (error) {
      if (violatedConstraint(error) === CREATOR_CONSTRAINT) return null;
      throw error;
    }
  }
}
