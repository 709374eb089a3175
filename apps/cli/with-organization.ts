import { IdOfOrganization } from '#organizations/contract';
import { OrganizationClocks } from '#platform/clocks';
import { orNotFound } from './not-found.ts';
import { CliOption } from './options.ts';
import { type Buses, withService } from './with-application.ts';

export class OrganizationOptions {
  @CliOption('<slug>', 'Slug of the organization')
  readonly organization!: string;
}

/** The ID of the organization with the slug. */
export const idOfOrganization = ({ queries }: Pick<Buses, 'queries'>, slug: string): Promise<string> =>
  orNotFound(`Organization ${slug}`, queries.execute(new IdOfOrganization(slug)));

/** Runs the work with the buses and the ID of the organization. */
export async function withOrganization<T>(
  slug: string,
  env: NodeJS.ProcessEnv,
  work: (buses: Buses, organizationId: string) => Promise<T>,
): Promise<T> {
  return withService(env, async (buses, app) => {
    await app.get(OrganizationClocks).refresh();
    return work(buses, await idOfOrganization(buses, slug));
  });
}
