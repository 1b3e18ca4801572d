// Runs the contract tests only. They start their own chain and need no global setup.
import shared from '../jest.config.mjs';

export default {
  ...shared,
  rootDir: '..',
  globalSetup: null,
  globalTeardown: null,
  reporters: ['default'],
  testMatch: ['<rootDir>/{contracts,libs/chain/src/contracts}/**/*.{spec,int-spec}.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/slow/'],
};
