import { Injectable } from '@nestjs/common';
import { type Page, type PageRequest, toPage } from '@app/common';
import { failAs } from '../fail-as.js';
import { keysetOfRecord } from '../keyset-page.js';
import type { Owner } from '../owner.js';
import type { Settlement } from './domain/settlement.js';
import { SettlementsRepository } from './persistence/settlements.repository.js';

@Injectable()
export class SettlementsService {
  constructor(private readonly settlements: SettlementsRepository) {}

  /** @throws {AppError} settlements_list_failed */
  listSettlements(owner: Owner, page: PageRequest): Promise<Page<Settlement>> {
    return failAs('settlements_list_failed', async () =>
      toPage(await this.settlements.listSettlements(owner, page), page.limit, keysetOfRecord),
    );
  }
}
