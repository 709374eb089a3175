import { EntityManager } from '@mikro-orm/postgresql';
import { recountRows } from '#engine/persistence';
import { contexts } from '../../contexts.ts';
import { type Define, defineCommand, type Result } from '../define-command.ts';
import { CliOption } from '../options.ts';
import { withService } from '../with-application.ts';
import { idOfOrganization } from '../with-organization.ts';

class RecountOptions {
  @CliOption('<slug>', 'Only the lists of this organization', { optional: true })
  readonly organization?: string;
}

const COUNTED = contexts.flatMap(({ counted }) => counted ?? []);

const recount = ({ organization }: RecountOptions, env: NodeJS.ProcessEnv): Promise<Result> =>
  withService(env, async (buses, app) => {
    const id = organization === undefined ? undefined : await idOfOrganization(buses, organization);
    await recountRows(app.get(EntityManager), COUNTED, id);
    return { text: 'The rows of lists were counted anew.', data: { counted: COUNTED } };
  });

export const defineLists: Define = (group, terminal) => {
  defineCommand(
    group
      .command('recount')
      .description('Count license keys, customers, orders, subscriptions and grants anew, while the service runs'),
    terminal,
    { options: RecountOptions, run: recount },
  );
};
