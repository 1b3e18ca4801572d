import { Inject, Injectable } from '@nestjs/common';
import { Database, RowLoader } from '@app/persistence';

/** Stakes, as of the indexed block, of those who may cancel a market. */
export interface MarketStakes {
  /** Lower-case. */
  marketContractAddress: string;
  resolverHoldsPosition: boolean;
  /** False also for a creator who is the resolver. */
  creatorHoldsPosition: boolean;
}

const holdsPosition = (
  account: string,
): string => `EXISTS (SELECT FROM users AS u JOIN positions AS p ON p.user_id = u.id
  WHERE u.wallet_address = ${account} AND p.market_id = c.record_id)`;

@Injectable()
export class MarketStakesRepository {
  private readonly stakes: RowLoader<MarketStakes>;

  constructor(@Inject(Database) database: Database) {
    this.stakes = new RowLoader(
      (addresses) =>
        database.query<MarketStakes>(
          `SELECT c.market_contract_address AS "marketContractAddress",
             ${holdsPosition('c.resolver')} AS "resolverHoldsPosition",
             c.creator <> c.resolver AND ${holdsPosition('c.creator')} AS "creatorHoldsPosition"
           FROM chain_markets AS c WHERE c.market_contract_address = ANY ($1::text[])`,
          [addresses],
        ),
      ({ marketContractAddress }) => marketContractAddress,
    );
  }

  /** Null for a market that is not indexed. Simultaneous calls share a statement. */
  findStakes(marketContractAddress: string): Promise<MarketStakes | null> {
    return this.stakes.load(marketContractAddress);
  }
}
