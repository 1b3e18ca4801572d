// The contracts' tests alone: they bring their own chain and need nothing of what the other suites set up.
import shared from '../jest.config.mjs';

export default {
  ...shared,
  rootDir: '..',
  globalSetup: null,
  globalTeardown: null,
  reporters: ['default'],
  testMatch: ['<rootDir>/{contracts,libs/contracts}/**/*.{spec,int-spec}.ts'],
};
