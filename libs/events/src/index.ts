export * from './entities.js';
export * from './event-types.js';
export * from './events.repository.js';
export * from './events.service.js';
export * from './log-tail.js';
export * from './logs.js';
export * from './wire-event.js';
