export * from './describe-verification.js';
export * from './finding.js';
export * from './verify-records.js';
