import { Injectable } from '@nestjs/common';
import { type Page, type PageRequest, toPage } from '@app/common';
import { failAs } from '../fail-as.js';
import { keysetOfRecord } from '../keyset-page.js';
import type { Owner } from '../owner.js';
import type { Position } from './domain/position.js';
import { PositionsRepository } from './persistence/positions.repository.js';

@Injectable()
export class PositionsService {
  constructor(private readonly positions: PositionsRepository) {}

  /** @throws {AppError} positions_list_failed */
  listPositions(owner: Owner, page: PageRequest): Promise<Page<Position>> {
    return failAs('positions_list_failed', async () =>
      toPage(await this.positions.listPositions(owner, page), page.limit, keysetOfRecord),
    );
  }
}
