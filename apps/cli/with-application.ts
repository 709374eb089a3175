import type { DynamicModule, INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { DomainError } from '#kernel';
import { processLog } from '#engine/logging';
import { CliError } from '../process/index.ts';
import { internalAttribution, OPERATOR, runInContext, RequestContext } from '#engine/tenancy';
import { pendingMigrations } from '../migrate/migrate-database.ts';
import type { ProcessSettings } from '../settings.ts';
import { assertSecretKey } from '../start-checks.ts';
import { WorkerModule } from '../worker/worker.module.ts';
import { currentCommand } from './current-command.ts';
import { resolveSettings } from './resolve-settings.ts';

export interface Buses {
  readonly commands: CommandBus;
  readonly queries: QueryBus;
}

/** Runs the work with the buses of all contexts: what a handler sends is handled by any of them. The database has to be up to date. */
export async function withService<T>(
  env: NodeJS.ProcessEnv,
  work: (buses: Buses, app: INestApplicationContext) => Promise<T>,
): Promise<T> {
  const settings = await resolveSettings(env);
  await assertUpToDate(settings);
  await assertSecretKey(settings);
  return withApplication(WorkerModule.register(settings), (app) =>
    work({ commands: app.get(CommandBus), queries: app.get(QueryBus) }, app),
  );
}

/** Throws `CliError` if migrations have to run first. */
export async function assertUpToDate({ databaseUrl }: ProcessSettings): Promise<void> {
  const pending = await pendingMigrations(databaseUrl);
  if (pending.length > 0) throw new CliError('The database is not up to date. Run `latchkey migrate` first.');
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
