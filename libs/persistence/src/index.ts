export * from './columns.js';
export * from './data-source.js';
export * from './database.js';
export * from './notifications.js';
export * from './persistence.module.js';
export * from './row-loader.js';
export * from './seed-demo.js';
export * from './wait-for-row.js';
