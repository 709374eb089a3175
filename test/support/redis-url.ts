/** A Redis database of this suite only: suites that run at the same time have other workers. A server has 16 databases. */
export const redisUrl = Object.assign(new URL(process.env['REDIS_URL'] ?? 'redis://127.0.0.1:6379'), {
  pathname: `/${Number(process.env['JEST_WORKER_ID']) % 16}`,
});
