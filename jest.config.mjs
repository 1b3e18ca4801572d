import { availableParallelism } from 'node:os';
import { bundledModules } from './tools/build/build.mjs';

// Jest runs the TypeScript sources as ES modules.
const typescript = {
  jsc: {
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true },
    target: 'es2022',
    keepClassNames: true,
  },
  module: { type: 'es6' },
  sourceMaps: 'inline',
  inlineSourcesContent: false, // Node would parse the text of every source twice
};

/** @type {import('jest').Config} */
export default {
  rootDir: '.',
  testEnvironment: 'node',
  globalSetup: '<rootDir>/dist/test/support/jest/global-setup.js',
  globalTeardown: '<rootDir>/dist/test/support/jest/global-teardown.js',
  testMatch: [
    '<rootDir>/{apps,dev,libs,packages,contracts,test,migrations,tools}/*.{spec,int-spec,e2e-spec}.ts',
    '<rootDir>/{apps,dev,libs,packages,contracts,test,migrations,tools}/**/!(slow|kits)/*.{spec,int-spec,e2e-spec}.ts',
  ],
  modulePathIgnorePatterns: ['<rootDir>/dist', '<rootDir>/.data', '<rootDir>/.cache', '<rootDir>/packages/.+/dist/'],
  extensionsToTreatAsEsm: ['.ts'],
  moduleFileExtensions: ['ts', 'js', 'mjs', 'json'],
  moduleNameMapper: {
    // Jest loads and links every module again for each test file: the bundles of the build have far fewer.
    ...Object.fromEntries(bundledModules().map(({ name, file }) => [`^${name}$`, file])),
    '^@app/([^/]+)$': '<rootDir>/libs/$1/src/index.ts',
    '^@presage/sdk$': '<rootDir>/packages/sdk/src/index.ts',
    '^@presage/mcp$': '<rootDir>/packages/mcp/src/index.ts',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  transform: {
    '^.+\\.ts$': ['@swc/jest', typescript],
  },
  testSequencer: '<rootDir>/test/support/jest/sequencer.mjs',
  reporters: ['default', '<rootDir>/dist/test/support/jest/answered-codes-reporter.js'],
  // Jest keeps the modules of finished files in memory: a worker above this is replaced.
  workerIdleMemoryLimit: '1GB',
  // Integration and end-to-end tests wait part of their time, so three share two cores. A container may have fewer cores
  // than Node reports.
  maxWorkers: Math.max(3, Math.min(4, availableParallelism() - 1)),
  testTimeout: 300_000, // ends hanging tests, also on a slow machine
};
