export * from './monitoring.module.js';
