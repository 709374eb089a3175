import { Config } from '#platform/config';
import { InvalidConfiguration } from '#platform/config/composition';
import { createDatabase, migrateDatabase, pendingMigrations } from '../../migrate/migrate-database.ts';
import { type Define, defineCommand, type Result } from '../define-command.ts';
import { CliFlag } from '../options.ts';

class MigrateOptions {
  @CliFlag('List the migrations that would run, and run none')
  readonly dryRun: boolean = false;

  @CliFlag('Create the database of DATABASE_URL first, if the server does not have it')
  readonly createDatabase: boolean = false;
}

async function listPending(databaseUrl: string): Promise<Result> {
  const pending = await pendingMigrations(databaseUrl);
  const text = pending.length > 0 ? pending.join('\n') : 'The database is up to date.';
  return { text, data: { pending } };
}

const sentenceOf = (ran: number): string =>
  ran === 0 ? 'No migration had to run.' : `${ran} ${ran === 1 ? 'migration has' : 'migrations have'} run.`;

/** `latchkey migrate`: can be repeated, and can run on several machines at once. */
export const defineMigrate: Define = (command, terminal) =>
  defineCommand(command, terminal, {
    options: MigrateOptions,
    async run({ dryRun, createDatabase: isCreated }, env, { warn }) {
      const { databaseUrl } = Config.from(env);
      if (!databaseUrl) throw new InvalidConfiguration(['DATABASE_URL must be set: the PostgreSQL database to migrate.']);
      if (dryRun) return listPending(databaseUrl);
      if (isCreated) await createDatabase(databaseUrl);
      const ran = await migrateDatabase(databaseUrl, { warn });
      return { text: `${sentenceOf(ran.length)} The database is up to date.`, data: { status: 'up_to_date', ran } };
    },
  });
