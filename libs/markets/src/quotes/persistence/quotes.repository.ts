import { Injectable } from '@nestjs/common';
import { Database } from '@app/persistence';
import type { MarketStatus } from '../../markets/domain/market.js';
import { EFFECTIVE_STATUS } from '../../markets/persistence/market-columns.js';
import type { QuotedMarket } from '../domain/market-quote.js';

type QuotedRow = {
  status: MarketStatus;
  address: string | null;
  yes: string;
  no: string;
  decimals: number;
  block_number: string;
};

@Injectable()
export class QuotesRepository {
  constructor(private readonly database: Database) {}

  /** One statement, so that pools and block are of the same moment. */
  async findQuotedMarket(id: string): Promise<QuotedMarket | null> {
    const row = await this.database.queryOne<QuotedRow>(
      `SELECT market.status, c.market_contract_address AS address, c.yes_pool_base_units AS yes,
         c.no_pool_base_units AS no, scale(i.base_unit) AS decimals, i.block_number
       FROM (SELECT id, ${EFFECTIVE_STATUS} AS status FROM markets WHERE id = $1) AS market
       LEFT JOIN chain_markets AS c ON c.record_id = market.id LEFT JOIN chain_index AS i ON true`,
      [id],
    );
    if (row === null) return null;
    const { status, address } = row;
    if (address === null) return { status, contract: null };
    return {
      status,
      contract: {
        address,
        yesPoolBaseUnits: BigInt(row.yes),
        noPoolBaseUnits: BigInt(row.no),
        decimals: row.decimals,
        asOfBlock: Number(row.block_number),
      },
    };
  }
}
