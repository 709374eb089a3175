import type { DynamicModule, INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { DomainError } from '#kernel';
import { processLog } from '#engine/logging';
import { CliError } from '../process/index.ts';
import { internalAttribution, OPERATOR, runInContext, RequestContext } from '#engine/tenancy';
import { migrateDatabase } from '../migrate/migrate-database.ts';
import { assertSecretKey } from '../start-checks.ts';
import { WorkerModule } from '../worker/worker.module.ts';
import { currentCommand } from './current-command.ts';
import { resolveSettings } from './resolve-settings.ts';

export interface Buses {
  readonly commands: CommandBus;
  readonly queries: QueryBus;
}

/** Migrates the database, then does the work with the buses of all contexts: what a handler sends is handled by any of them. */
export async function withOrganizations<T>(env: NodeJS.ProcessEnv, work: (buses: Buses) => Promise<T>): Promise<T> {
  const settings = await resolveSettings(env);
  await migrateDatabase(settings.databaseUrl);
  await assertSecretKey(settings);
  return withApplication(WorkerModule.register(settings), (app) =>
    work({ commands: app.get(CommandBus), queries: app.get(QueryBus) }),
  );
}

/** Changes are attributed to an operator in the audit log. Domain errors become sentences for the terminal. */
export async function withApplication<T>(module: DynamicModule, work: (app: INestApplicationContext) => Promise<T>): Promise<T> {
  const app = await NestFactory.createApplicationContext(module, { logger: processLog(), abortOnError: false });
  try {
    const attribution = internalAttribution(OPERATOR, currentCommand());
    return await runInContext(new RequestContext({ tenant: null, isBackground: true, attribution }), () => work(app));
  } catch (error) {
    throw error instanceof DomainError ? new CliError(error.message) : error;
  } finally {
    await app.close();
  }
}
