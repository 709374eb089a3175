import { MikroORM } from '@mikro-orm/postgresql';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { IdOfOrganization } from '#organizations';
import { migrationState } from '#platform/persistence';
import { CliError } from '#platform/process';
import { WorkerModule } from '../worker/worker.module.ts';
import { orNotFound } from './not-found.ts';
import { CliOption } from './options.ts';
import { resolveSettings } from './resolve-settings.ts';
import { type Buses, withApplication } from './with-application.ts';

export class OrganizationOptions {
  @CliOption('<slug>', 'Slug of the organization')
  readonly organization!: string;
}

/** Runs the work with the buses and the ID of the organization. */
export async function withOrganization<T>(
  slug: string,
  env: NodeJS.ProcessEnv,
  work: (buses: Buses, organizationId: string) => Promise<T>,
): Promise<T> {
  return withApplication(WorkerModule.register(await resolveSettings(env)), async (app) => {
    if ((await migrationState(app.get(MikroORM))) !== 'up to date') {
      throw new CliError('The database is not up to date. Run `latchkey migrate` first.');
    }
    const buses = { commands: app.get(CommandBus), queries: app.get(QueryBus) };
    const id = await orNotFound(`Organization ${slug}`, buses.queries.execute(new IdOfOrganization(slug)));
    return work(buses, id);
  });
}
