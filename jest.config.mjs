import { availableParallelism } from 'node:os';
import { sourceOptions } from './scripts/swc-options.mjs';

const REDIS_SUITES = String.raw`\.redis\.spec\.ts$`;
const BROWSER_SUITES = String.raw`\.browser\.spec\.ts$`;

/** Suites that start processes or browsers, check long histories or run the service under load. `npm run test:all` has them. */
export const SLOW_SUITES = [String.raw`/test/(apps|faults|fuzz|guides|history|recipes|repeat|scaling|trace)/`, BROWSER_SUITES];

/** Whoever names suites runs them, slow or not. */
export const areNamed = process.argv.slice(2).some((argument) => !argument.startsWith('-'));

/**
 * One configuration for every suite. Without a path, the slow ones are left out. Tests that need a database get one of their own (test/support/database.ts).
 * Suites named `*.redis.spec.ts` need a Redis at REDIS_URL and run with REDIS_SUITES=1 only; those named `*.browser.spec.ts` run with the
 * Chromium at CHROMIUM.
 */
export default {
  globalSetup: './test/support/global-setup.mjs',
  globalTeardown: './test/support/global-teardown.mjs',
  reporters: ['default', './test/support/skipped-suites-reporter.mjs'],
  testSequencer: './test/support/longest-first.mjs',
  /** A hook may make a database and start processes, on a machine that does other things too. */
  testTimeout: 120_000,
  /** Suites keep the processors busy with PostgreSQL, processes and browsers as well: one worker more took a tenth longer. */
  maxWorkers: availableParallelism(),
  /** A worker that has grown is replaced, which loads all modules again. */
  workerIdleMemoryLimit: '3GB',
  /** A process that has nothing left to do takes a while to free its memory. One that still does something is reported after that. */
  workerGracefulExitTimeout: 20_000,
  testEnvironment: '<rootDir>/test/support/jest-environment.mjs',
  runtime: '<rootDir>/test/support/jest-runtime.mjs',
  testEnvironmentOptions: { customExportConditions: ['source', 'node', 'node-addons'] },
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': ['@swc/jest', sourceOptions],
  },
  /** The condition `source` is also one of this package, which the client of MCP imports. */
  transformIgnorePatterns: ['/node_modules/(?!eventsource-parser/)'],
  testMatch: ['<rootDir>/libs/**/*.spec.ts', '<rootDir>/packages/**/*.spec.ts', '<rootDir>/test/**/*.spec.ts'],
  testPathIgnorePatterns: [
    '/node_modules/',
    ...(areNamed ? [] : SLOW_SUITES),
    ...(process.env.REDIS_SUITES === '1' ? [] : [REDIS_SUITES]),
    ...(process.env.CHROMIUM ? [] : [BROWSER_SUITES]),
  ],
  modulePathIgnorePatterns: ['<rootDir>/dist/'],
};
