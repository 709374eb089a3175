import type { Logger } from '@nestjs/common';
import { RedisUnavailable, S3Unavailable } from '#platform/connections';
import { databaseProblem } from './database-problem.ts';

/** A problem of the database, of Redis or of the bucket fails everything that uses it, so it is reported once in this time. */
const QUIET_MS = 10_000;

const reported = new Map<string, number>();

/** Logs a problem of the database, of Redis or of the bucket as a sentence, and any other error with its stack. */
export function reportFailure(log: Logger, what: string, error: unknown, fields: object = {}): void {
  const problem = error instanceof RedisUnavailable || error instanceof S3Unavailable ? error.message : databaseProblem(error);
  if (problem === undefined) return log.error(what, error, fields);
  const now = performance.now();
  if (now < (reported.get(problem) ?? 0)) return;
  reported.set(problem, now + QUIET_MS);
  log.error(`${what}: ${problem}`, fields);
}
