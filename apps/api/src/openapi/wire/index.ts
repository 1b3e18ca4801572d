export * from './page-of.js';
export * from './structures.js';
export * from './values.js';
