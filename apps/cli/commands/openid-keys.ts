import { ListOpenIdKeys, RotateOpenIdKey } from '#oauth';
import { type Define, defineCommand, NoOptions, type Result } from '../define-command.ts';
import { CliOption } from '../options.ts';
import { withService } from '../with-application.ts';

const MINUTES = 10;

class RotateOptions {
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

async function rotate({ begin }: RotateOptions, env: NodeJS.ProcessEnv): Promise<Result> {
  return withService(env, async ({ commands }) => {
    const kid = await commands.execute(new RotateOpenIdKey(begin === 'now'));
    const when = begin === 'now' ? 'now' : `in ${MINUTES} minutes`;
    return {
      text: `Key ${kid} signs ID tokens from ${when} on. The key before it stays published for a day.`,
      data: { kid, begin },
    };
  });
}

async function list(_options: NoOptions, env: NodeJS.ProcessEnv): Promise<Result> {
  return withService(env, async ({ queries }) => {
    const keys = await queries.execute(new ListOpenIdKeys());
    const lines = keys.map(({ kid, state, active_from }) => `${kid}  ${state.padEnd(8)}  ${active_from.toISOString()}`);
    return {
      text: lines.length > 0 ? lines.join('\n') : 'There are no keys yet. The first sign-in makes one.',
      data: keys.map(({ active_from, ...key }) => ({ ...key, active_from: active_from.toISOString() })),
    };
  });
}

export const defineOpenIdKeys: Define = (group, terminal) => {
  defineCommand(group.command('rotate').description('Add a key that signs ID tokens, which replaces the current one'), terminal, {
    options: RotateOptions,
    run: rotate,
  });
  defineCommand(group.command('list').description('List the keys that sign ID tokens, the newest first'), terminal, {
    options: NoOptions,
    run: list,
  });
};
