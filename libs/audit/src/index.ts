export * from './archive/archive-month.js';
export * from './archive/archives.repository.js';
export { checkArchiveFiles } from './archive/check-archives.js';
export { ArchiveRefusedError } from './archive/refuse-unless-due.js';
export * from './describe-verification.js';
export * from './finding.js';
export * from './verify-records.js';
