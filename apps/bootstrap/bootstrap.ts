import { NestFactory } from '@nestjs/core';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { DomainError } from '#kernel';
import { CliError } from '#platform/process';
import { migrateDatabase } from '../migrate/migrate-database.ts';
import { readArguments } from './arguments.ts';
import { BootstrapModule } from './bootstrap.module.ts';
import { resolveSettings } from './settings.ts';

/** Does what the arguments say and answers with what is to be told. Throws `CliError` with a sentence. */
export async function bootstrap(args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const wish = readArguments(args);
  if ('help' in wish) return wish.help;
  const settings = await resolveSettings(env);
  await migrateDatabase(settings.databaseUrl);
  const app = await NestFactory.createApplicationContext(BootstrapModule.register(settings), {
    logger: ['error', 'warn'],
    abortOnError: false,
  });
  try {
    return await wish.subcommand.run({ commands: app.get(CommandBus), queries: app.get(QueryBus) }, wish.values);
  } catch (error) {
    throw error instanceof DomainError ? new CliError(error.message) : error;
  } finally {
    await app.close();
  }
}
