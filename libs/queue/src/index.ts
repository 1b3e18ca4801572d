export { DASHBOARD_PATH, QueueDashboard } from './dashboard/queue-dashboard.js';
export * from './job-catalogue.js';
export * from './job-consumer.js';
export * from './job-queue.js';
export * from './queue.module.js';
export { migrateQueue } from './migrate-queue.js';
