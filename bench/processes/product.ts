import type { Target, TargetAnswers } from '../target.ts';
import type { Counting } from './counting.ts';
import { AS_SHIPPED, Child } from './start-child.ts';

export type Server = Child<number, TargetAnswers>;
export type Worker = Child<null, Counting>;

/** A process as `bin/latchkey` starts it: bundled (`scripts/bundle.mjs bench`), with the same flags. */
const bundled = (name: string): URL => new URL(`../../bench-bundle/${name}.js`, import.meta.url);

/** The API, or one of the baselines. Its `ready` is the port. */
export const startServer = (target: Target, databaseUrl: string, env: Record<string, string> = {}): Promise<Server> =>
  Child.start(bundled('target'), [target, databaseUrl], { ...AS_SHIPPED, env: { ...AS_SHIPPED.env, ...env } });

/** The worker, with the queue in Redis if a URL is given, otherwise in PostgreSQL. */
export const startWorker = (databaseUrl: string, redisUrl?: string, env: Record<string, string> = {}): Promise<Worker> =>
  Child.start(bundled('worker'), [databaseUrl, ...(redisUrl === undefined ? [] : [redisUrl])], {
    ...AS_SHIPPED,
    env: { ...AS_SHIPPED.env, ...env },
  });
