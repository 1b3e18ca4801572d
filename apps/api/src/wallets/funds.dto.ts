import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { EXECUTION_CHAIN } from '@app/common';
import { EXAMPLE } from '../docs/examples.js';
import { ApiAddress, ApiDecimal, ApiEnum, ApiInteger, ApiText } from '../docs/properties.js';

class WalletReferenceDto {
  @ApiText({ description: 'Id of the agent.', example: EXAMPLE.agentId })
  agent_id: string;

  @ApiAddress({ description: 'Address of the wallet.', example: EXAMPLE.agentWallet })
  agent_wallet_address: string;

  @ApiText({ description: 'Network of the wallet.', example: EXECUTION_CHAIN })
  chain: string;
}

@ApiSchema({ name: 'Token', description: 'Token, or the native coin.' })
export class TokenDto {
  @ApiText({ description: 'Name of the token.', example: 'USDC' })
  name: string;

  @ApiText({ description: 'Symbol of the token.', example: 'USDC' })
  symbol: string;

  @ApiInteger({ description: 'Number of decimals of the token.', example: 6 })
  decimals: number;

  @ApiAddress({
    description: 'Address of the token’s contract. Null for the native coin.',
    example: EXAMPLE.collateral,
    nullable: true,
  })
  address: string | null;

  @ApiText({ description: 'Name of the network at the wallet provider.', example: EXECUTION_CHAIN })
  blockchain: string;
}

@ApiSchema({ name: 'TokenBalance', description: 'Balance of one token.' })
export class TokenBalanceDto {
  @ApiProperty({ type: TokenDto })
  token: TokenDto;

  @ApiDecimal({ description: 'Balance, display units.', example: '1000' })
  amount: string;
}

@ApiSchema({ name: 'WalletBalance', description: 'Balances of a wallet at the wallet provider.' })
export class WalletBalanceDto extends WalletReferenceDto {
  @ApiProperty({ type: [TokenBalanceDto], description: 'Balance per token. The collateral is listed even at `0`.' })
  balances: TokenBalanceDto[];
}

@ApiSchema({ name: 'FaucetResult', description: 'Result of the request: empty, or a message.' })
export class FaucetResultDto {
  @ApiText({
    description: 'Message of the wallet provider.',
    example: 'The grant was requested; its result is not known yet.',
    required: false,
  })
  message?: string;
}

@ApiSchema({ name: 'FaucetGrant', description: 'Request for test tokens.' })
export class FaucetGrantDto extends WalletReferenceDto {
  @ApiEnum(['usdc'], { description: 'Requested token. Gas is granted with it.', example: 'usdc' })
  token: string;

  @ApiEnum(['requested'], { description: 'Status of the request, always `requested`.', example: 'requested' })
  status: string;

  @ApiProperty({ type: FaucetResultDto })
  result: FaucetResultDto;
}

export class WalletBalanceResponse {
  @ApiProperty({ type: WalletBalanceDto })
  agent_wallet_balance: WalletBalanceDto;
}

export class FaucetGrantResponse {
  @ApiProperty({ type: FaucetGrantDto })
  agent_wallet_faucet: FaucetGrantDto;
}
