import { Column, Entity, PrimaryColumn, VirtualColumn } from 'typeorm';
import { Decimal, selectColumns, Timestamp } from './columns.js';

abstract class Terms {
  @Column('text')
  agentId: string;

  @Decimal({ nullable: true })
  maxTradeAmount: string | null;
}

@Entity('planted')
class Planted extends Terms {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text', { name: 'status' })
  storedStatus: string;

  @VirtualColumn({ query: () => 'SELECT true' })
  isOverdue: boolean;

  @Timestamp()
  createdAt: Date;
}

describe('selectColumns', () => {
  it('selects inherited and own columns under their property names, numerics without trailing zeros', () => {
    expect(selectColumns(Planted, { table: 'p' })).toBe(
      'p.agent_id AS "agentId", trim_scale(p.max_trade_amount)::text AS "maxTradeAmount", ' +
        'p.id AS "id", p.status AS "storedStatus", p.created_at AS "createdAt"',
    );
  });

  it('omits columns', () => {
    expect(selectColumns(Planted, { table: 'p', omit: ['agentId', 'maxTradeAmount', 'id', 'createdAt'] })).toBe(
      'p.status AS "storedStatus"',
    );
  });
});
