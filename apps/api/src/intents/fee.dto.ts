import { ApiSchema } from '@nestjs/swagger';
import type { ExecutionFee } from '@app/engine';
import { present } from '../http/present.js';
import { ApiBaseUnits, ApiDecimal, ApiEnum, ApiFlag, ApiInteger } from '../docs/properties.js';

@ApiSchema({ name: 'Fee', description: 'Cost of the gas of an action, at the price of one block.' })
export class FeeDto {
  @ApiEnum(['agent_wallet'], { description: 'Account that pays the gas.', example: 'agent_wallet' })
  payer: string;

  @ApiInteger({ description: 'Maximum gas that the transactions of the action use.', example: 174_375 })
  gas_limit: number;

  @ApiBaseUnits({ description: 'Maximum price of a unit of gas, wei.', example: '3000000000' })
  max_fee_per_gas: string;

  @ApiDecimal({ description: 'Maximum cost, native coins: `gas_limit` at `max_fee_per_gas`.', example: '0.000523125' })
  max_cost: string;

  @ApiDecimal({ description: 'Expected cost at the present price of gas, native coins.', example: '0.00031' })
  estimated_cost: string;

  @ApiDecimal({
    description: 'Balance of the agent’s wallet, native coins.',
    null: 'until the wallet has an address',
    example: '1',
  })
  native_balance: string | null;

  @ApiInteger({
    description: 'Number of such actions that the balance pays for, this one included.',
    null: 'until the wallet has an address',
    example: 1911,
  })
  executions_left: number | null;

  @ApiFlag({ description: 'Whether the custody sends gas to a wallet that lacks it.', example: false })
  sponsored: boolean;

  @ApiInteger({ description: 'Block at which price and balance were read.', example: 4711 })
  as_of_block: number;
}

export function presentFee(fee: ExecutionFee): FeeDto {
  return present(FeeDto, { ...fee, payer: 'agent_wallet' });
}
