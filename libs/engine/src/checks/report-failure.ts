import type { Logger } from '@nestjs/common';
import { ClickHouseUnavailable, NoResponse, RedisUnavailable, S3Unavailable } from '#engine/connections';
import { databaseProblem } from './database-problem.ts';

/** A problem of such a part fails everything that uses it, so it is reported once in this time. */
const QUIET_MS = 10_000;

/** Says itself which part it is about, besides the database. */
const UNAVAILABLE = [RedisUnavailable, S3Unavailable, ClickHouseUnavailable, NoResponse];

const reported = new Map<string, number>();

/** The sentence for an error of the database, Redis, a bucket or ClickHouse, which an operator has to deal with; undefined for any other error. */
export const operationalProblem = (error: unknown): string | undefined =>
  UNAVAILABLE.some((kind) => error instanceof kind) ? (error as Error).message : databaseProblem(error);

/** Logs a problem of the database, Redis, a bucket or ClickHouse as a sentence, and any other error with its stack. */
export function reportFailure(log: Logger, what: string, error: unknown, fields: object = {}): void {
  const problem = operationalProblem(error);
  if (problem === undefined) return log.error(what, error, fields);
  const now = performance.now();
  if (now < (reported.get(problem) ?? 0)) return;
  reported.set(problem, now + QUIET_MS);
  log.error(`${what}: ${problem}`, fields);
}
