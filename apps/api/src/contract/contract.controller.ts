import { Controller, Get, Inject } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { toChecksumAddress } from '@app/common';
import type { ApiSettings } from '@app/config';
import { API_SETTINGS } from '../settings.module.js';
import { ContractMetadataDto } from './contract.dto.js';

@Controller('chain')
@ApiTags('Chain')
export class ContractController {
  private readonly metadata: ContractMetadataDto;

  constructor(@Inject(API_SETTINGS) settings: ApiSettings) {
    this.metadata = {
      network: settings.CHAIN_DISPLAY_NAME,
      chain_id: settings.CHAIN_ID,
      prediction_market: toChecksumAddress(settings.FACTORY_ADDRESS),
      collateral_erc20_interface: toChecksumAddress(settings.COLLATERAL_ADDRESS),
      explorer: settings.EXPLORER_URL,
      prototype: true,
      production_approved: false,
      status: 'active',
    };
  }

  @Get('contract')
  @ApiOperation({
    summary: 'Read the addresses of the contracts',
    description: 'Returns the chain, the factory of all markets, and the token that they accept.',
  })
  @ApiOkResponse({ type: ContractMetadataDto, description: 'The contract metadata.' })
  getContractMetadata(): ContractMetadataDto {
    return this.metadata;
  }
}
