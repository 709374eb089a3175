import { ListSigningKeys, RotateSigningKey } from '#licensing';
import { type Define, defineCommand } from '../define-command.ts';
import { CliOption } from '../options.ts';
import { OrganizationOptions, withOrganization } from '../with-organization.ts';

const MINUTES = 10;

class RotateOptions extends OrganizationOptions {
  @CliOption(
    '<time>',
    `When the new key begins to sign: later, in ${MINUTES} minutes, is the default, so that caches know it by then`,
    {
      optional: true,
      choices: ['now', 'later'],
    },
  )
  readonly begin: 'now' | 'later' = 'later';
}

const rotate = ({ organization, begin }: RotateOptions, env: NodeJS.ProcessEnv) =>
  withOrganization(organization, env, async ({ commands }, id) => {
    const kid = await commands.execute(new RotateSigningKey(id, begin === 'now'));
    const when = begin === 'now' ? 'now' : `in ${MINUTES} minutes`;
    return {
      text: `Key ${kid} signs for organization ${organization} from ${when} on. The keys before it stay published as long as they are needed.`,
      data: { kid, organization, begin },
    };
  });

const list = ({ organization }: OrganizationOptions, env: NodeJS.ProcessEnv) =>
  withOrganization(organization, env, async ({ queries }, id) => {
    const keys = await queries.execute(new ListSigningKeys(id));
    const lines = keys.map(
      ({ kid, state, public_key, active_from }) => `${kid}  ${state.padEnd(8)}  ${active_from.toISOString()}  ${public_key}`,
    );
    return {
      text:
        lines.length > 0
          ? lines.join('\n')
          : `Organization ${organization} has no signing keys yet. \`latchkey signing-keys rotate --organization ${organization}\` makes them.`,
      data: keys.map(({ active_from, covers_until, ...key }) => ({
        ...key,
        active_from: active_from.toISOString(),
        covers_until: covers_until && covers_until.toISOString(),
      })),
    };
  });

export const defineSigningKeys: Define = (group, terminal) => {
  defineCommand(group.command('rotate').description('Add a signing key, which replaces the current one'), terminal, {
    options: RotateOptions,
    run: rotate,
  });
  defineCommand(
    group.command('list').description('List the root key, which applications pin, and the keys that sign, the newest first'),
    terminal,
    { options: OrganizationOptions, run: list },
  );
};
