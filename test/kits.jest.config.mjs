// The deployment kits in programs of others: kubectl, systemd, nginx, Caddy. .ci/run installs them.
import shared from '../jest.config.mjs';

export default {
  ...shared,
  rootDir: '..',
  reporters: ['default'],
  testMatch: ['<rootDir>/test/deploy/kits/*.int-spec.ts'],
};
