export { type ClickHouseTable, ClickHouseUnavailable } from './clickhouse.ts';
export { type DatabaseSetting, databaseSettingOf, noteDatabaseSetting } from './database-setting.ts';
export { closeAtOnce, closeWhenSilent, endConnection, expectAnswersWithin, noticingSilence } from './dead-connections.ts';
export { IDLE_CONNECTION_MS } from './idle-connections.ts';
export {
  connectRedis,
  isClusterNode,
  type RedisClient,
  type RedisNode,
  type RedisServers,
  redisSettingOf,
  RedisUnavailable,
} from './redis.ts';
export { type MediaBucket, type S3Bucket, S3Unavailable, loadS3Sdk, type S3Sdk } from './s3.ts';
export { NoResponse, withinTime } from './within-time.ts';
