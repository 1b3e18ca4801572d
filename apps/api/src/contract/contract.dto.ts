import { ApiSchema } from '@nestjs/swagger';
import { EXAMPLE } from '../docs/examples.js';
import { ApiAddress, ApiFlag, ApiInteger, ApiText } from '../docs/properties.js';

@ApiSchema({ name: 'ContractMetadata', description: 'Chain and addresses of the contracts.' })
export class ContractMetadataDto {
  @ApiText({ description: 'Display name of the chain.', example: 'Presage devnet' })
  network: string;

  @ApiInteger({ description: 'Id of the chain.', example: 31_999, minimum: 1 })
  chain_id: number;

  @ApiAddress({ description: 'Address of the factory that creates all markets.', example: EXAMPLE.factory })
  prediction_market: string;

  @ApiAddress({ description: 'Address of the ERC-20 token of the stakes.', example: EXAMPLE.collateral })
  collateral_erc20_interface: string;

  @ApiText({
    description: 'URL of a block explorer. On the local chain of `npm start`, the URL of the console.',
    example: 'http://127.0.0.1:4000/console',
  })
  explorer: string;

  @ApiFlag({ description: 'Whether the contracts are a prototype.', example: true })
  prototype: boolean;

  @ApiFlag({ description: 'Whether the contracts are approved for real money.', example: false })
  production_approved: boolean;

  @ApiText({ description: 'Status of the contracts.', example: 'active' })
  status: string;
}
