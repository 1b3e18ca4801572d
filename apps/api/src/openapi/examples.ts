export * from '../docs/examples.js';
