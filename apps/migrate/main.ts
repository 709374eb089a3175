import { Config, InvalidConfiguration } from '#platform/config';
import { run } from '#platform/process';
import { migrateDatabase } from './migrate-database.ts';

/** `npm run migrate`: brings the database at DATABASE_URL up to date. Safe to run twice, and from several machines at once. */
await run(async () => {
  const { databaseUrl } = Config.from(process.env);
  if (!databaseUrl) throw new InvalidConfiguration(['DATABASE_URL must be set: the PostgreSQL database to migrate.']);
  await migrateDatabase(databaseUrl);
  process.stdout.write('The database is up to date.\n');
});
