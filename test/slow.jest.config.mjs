// npm run test:slow: long runs of what npm test shows in short, and scenarios that take minutes.
import shared from '../jest.config.mjs';

export default {
  ...shared,
  rootDir: '..',
  reporters: ['default'],
  testMatch: ['<rootDir>/{apps,dev,libs,packages,contracts,test,migrations,tools}/**/slow/*.{int-spec,e2e-spec}.ts'],
};
