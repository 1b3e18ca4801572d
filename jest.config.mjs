import { availableParallelism } from 'node:os';

// Jest runs the TypeScript sources as ES modules. `cookie` and `content-disposition` ship only as ES modules but are
// required from CommonJS packages, which Jest cannot do before Node 24.9, so these two are compiled to CommonJS.
const typescript = {
  jsc: {
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true },
    target: 'es2022',
    keepClassNames: true,
  },
  module: { type: 'es6' },
  sourceMaps: 'inline',
};
const commonjs = { jsc: { target: 'es2022' }, module: { type: 'commonjs' } };

/** @type {import('jest').Config} */
export default {
  rootDir: '.',
  testEnvironment: 'node',
  globalSetup: '<rootDir>/dist/test/support/jest/global-setup.js',
  globalTeardown: '<rootDir>/dist/test/support/jest/global-teardown.js',
  testMatch: ['<rootDir>/{apps,libs,contracts,test,migrations,tools}/**/*.{spec,int-spec,e2e-spec}.ts'],
  modulePathIgnorePatterns: ['<rootDir>/dist', '<rootDir>/.data', '<rootDir>/.cache'],
  extensionsToTreatAsEsm: ['.ts'],
  moduleFileExtensions: ['ts', 'js', 'mjs', 'json'],
  moduleNameMapper: {
    '^@app/([^/]+)$': '<rootDir>/libs/$1/src/index.ts',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  transformIgnorePatterns: ['/node_modules/(?!(cookie|content-disposition)/)'],
  transform: {
    '/node_modules/(cookie|content-disposition)/.+\\.js$': ['@swc/jest', commonjs],
    '^.+\\.ts$': ['@swc/jest', typescript],
  },
  reporters: ['default', '<rootDir>/dist/test/support/jest/answered-codes-reporter.js'],
  // Modules of files that are through are never given back: a process is changed for another before a small machine is
  // out of memory.
  workerIdleMemoryLimit: '1GB',
  // Half of a whole product's time is waiting, so that two side by side suit any machine; a container may have fewer cores
  // than it sees.
  maxWorkers: Math.max(2, Math.min(4, availableParallelism() - 1)),
  testTimeout: 300_000, // ends what hangs, on the slowest machine too
};
