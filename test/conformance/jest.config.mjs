// The contract's files alone, against a service that runs already: nothing is started for them.
import shared from '../../jest.config.mjs';

export default {
  ...shared,
  rootDir: '../..',
  globalSetup: null,
  globalTeardown: null,
  reporters: ['default'],
  testMatch: ['<rootDir>/test/conformance/**/*.{int-spec,e2e-spec}.ts'],
};
