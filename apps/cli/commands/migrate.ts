import { Config, InvalidConfiguration } from '#platform/config';
import { migrateDatabase, pendingMigrations } from '../../migrate/migrate-database.ts';
import { type Define, defineCommand, type Result } from '../define-command.ts';
import { CliFlag } from '../options.ts';

class MigrateOptions {
  @CliFlag('List the migrations that would run, and run none')
  readonly dryRun: boolean = false;
}

async function listPending(databaseUrl: string): Promise<Result> {
  const pending = await pendingMigrations(databaseUrl);
  const text = pending.length > 0 ? pending.join('\n') : 'The database is up to date.';
  return { text, data: { pending } };
}

/** `latchkey migrate`: can be repeated, and can run on several machines at once. */
export const defineMigrate: Define = (command, terminal) =>
  defineCommand(command, terminal, {
    options: MigrateOptions,
    async run({ dryRun }, env, { warn }) {
      const { databaseUrl } = Config.from(env);
      if (!databaseUrl) throw new InvalidConfiguration(['DATABASE_URL must be set: the PostgreSQL database to migrate.']);
      if (dryRun) return listPending(databaseUrl);
      await migrateDatabase(databaseUrl, { warn });
      return { text: 'The database is up to date.', data: { status: 'up_to_date' } };
    },
  });
