import { Inject, Injectable } from '@nestjs/common';
import { QUEUE_BACKEND, type QueueBackend } from '../queue-backend.js';
import type { BoardAnswer, BoardRequest, BoardServer } from './board-server.js';

/** Path of the board in the URLs of its page. */
export const BOARD_PATH = '/queues';

/** bull-board on the process's queues, loaded at the first request. */
@Injectable()
export class QueueBoard {
  private server: Promise<BoardServer> | null = null;

  constructor(@Inject(QUEUE_BACKEND) private readonly backend: QueueBackend) {}

  /** Null for an unknown path. */
  async answer(request: BoardRequest): Promise<BoardAnswer | null> {
    this.server ??= import('./open-board.js').then(({ openBoard }) => openBoard(this.backend, BOARD_PATH));
    return (await this.server).answer(request);
  }
}
