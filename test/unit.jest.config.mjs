// npm run test:unit: tests without I/O, which need no PostgreSQL.
import shared from '../jest.config.mjs';

export default {
  ...shared,
  rootDir: '..',
  globalSetup: null,
  globalTeardown: null,
  reporters: ['default'],
  testMatch: ['<rootDir>/{apps,dev,libs,packages,contracts,test,migrations,tools}/**/*.spec.ts'],
};
