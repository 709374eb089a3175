import everything from './jest.config.mjs';

const { globalSetup: _start, globalTeardown: _stop, reporters: _reporters, ...config } = everything;

/** `npm run test:unit`: the suites that need no database. One that does need it fails here, as none is started. */
export default {
  ...config,
  testMatch: [
    '<rootDir>/libs/{kernel,support}/src/**/*.spec.ts',
    '<rootDir>/packages/*/src/**/*.spec.ts',
    '<rootDir>/libs/*/src/{domain,commands}/**/*.spec.ts',
    '<rootDir>/libs/*/src/adapters/{http,providers,sending,storage}/**/*.spec.ts',
    '<rootDir>/libs/engine/src/{idempotency,secrets}/**/*.spec.ts',
    '<rootDir>/libs/platform/src/{config,http,mail,rate-limits,wire}/**/*.spec.ts',
  ],
};
