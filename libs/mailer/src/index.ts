export * from './mailer.js';
export { escapeHtml } from '@app/common';
