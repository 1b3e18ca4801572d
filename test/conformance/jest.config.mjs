// npm run conformance: the contract's tests against a running service. They start nothing.
import shared from '../../jest.config.mjs';

export default {
  ...shared,
  rootDir: '../..',
  globalSetup: null,
  globalTeardown: null,
  reporters: ['default'],
  testMatch: ['<rootDir>/test/conformance/*.e2e-spec.ts'],
};
