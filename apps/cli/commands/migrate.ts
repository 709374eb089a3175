import { Config, InvalidConfiguration } from '#platform/config';
import { migrateDatabase } from '../../migrate/migrate-database.ts';
import { type Define, defineCommand, NoOptions } from '../define-command.ts';

/** `latchkey migrate`: can be repeated, and can run on several machines at once. */
export const defineMigrate: Define = (command, terminal) =>
  defineCommand(command, terminal, {
    options: NoOptions,
    async run(_options, env) {
      const { databaseUrl } = Config.from(env);
      if (!databaseUrl) throw new InvalidConfiguration(['DATABASE_URL must be set: the PostgreSQL database to migrate.']);
      await migrateDatabase(databaseUrl);
      return { text: 'The database is up to date.', data: { status: 'up_to_date' } };
    },
  });
