export * from './mailer.js';
export * from './smtp-mailer.js';
