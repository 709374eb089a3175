export { assertDiskSpace } from './assert-disk-space.ts';
export {
  CLOCK_TOLERANCE_SECONDS,
  type DatabaseFacts,
  readDatabaseFacts,
  readMigrations,
  readServerFacts,
  type ServerFacts,
} from './database-facts.ts';
export { databaseProblem, NOT_MIGRATED } from './database-problem.ts';
export { operationalProblem, reportFailure } from './report-failure.ts';
export {
  forgetLostSecretKeys,
  forgetOtherSecretKeys,
  isSecretKeyOf,
  noteSecretKey,
  SECRET_KEY_DOES_NOT_FIT,
  valuesOfOtherKeys,
} from './secret-key-check.ts';
