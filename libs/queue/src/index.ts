export { BOARD_PATH, QueueBoard } from './board/queue-board.js';
export * from './job-catalogue.js';
export * from './job-consumer.js';
export * from './job-queue.js';
export * from './queue.module.js';
