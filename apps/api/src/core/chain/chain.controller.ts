import { Controller, Get, Inject } from '@nestjs/common';
import { toChecksumAddress } from '@app/common';
import type { ApiSettings } from '@app/config';
import { Describe } from '../../openapi/describe.decorator.js';
import { API_SETTINGS } from '../../settings.module.js';
import { CHAIN_DOCS } from './chain.docs.js';

export interface ContractBody {
  network: string;
  chain_id: number;
  prediction_market: string;
  collateral_erc20_interface: string;
  explorer: string;
  prototype: boolean;
  production_approved: boolean;
  status: string;
}

@Controller('chain')
export class ChainController {
  private readonly contract: ContractBody;

  constructor(@Inject(API_SETTINGS) settings: ApiSettings) {
    this.contract = {
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

  /** Where the contracts are: the factory of all markets, and the token that they take. */
  @Get('contract')
  @Describe(CHAIN_DOCS.contract)
  get(): ContractBody {
    return this.contract;
  }
}
