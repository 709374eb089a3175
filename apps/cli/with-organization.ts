import { MikroORM } from '@mikro-orm/postgresql';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { IdOfOrganization } from '#organizations';
import { OrganizationClocks } from '#platform/clocks';
import { migrationState } from '#engine/persistence';
import { CliError } from '../process/index.ts';
import { assertSecretKey } from '../start-checks.ts';
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
  const settings = await resolveSettings(env);
  return withApplication(WorkerModule.register(settings), async (app) => {
    if ((await migrationState(app.get(MikroORM))) !== 'up to date') {
      throw new CliError('The database is not up to date. Run `latchkey migrate` first.');
    }
    await assertSecretKey(settings);
    await app.get(OrganizationClocks).refresh();
    const buses = { commands: app.get(CommandBus), queries: app.get(QueryBus) };
    const id = await orNotFound(`Organization ${slug}`, buses.queries.execute(new IdOfOrganization(slug)));
    return work(buses, id);
  });
}
