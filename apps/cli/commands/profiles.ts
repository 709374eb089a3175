import { CLI_CLIENT_ID } from '#oauth/contract';
import { type Define, defineCommand, NoOptions, type Result } from '../define-command.ts';
import { profileOf } from '../connection/connect.ts';
import { postForm } from '../connection/post-form.ts';
import { type Profile, Profiles } from '../connection/profiles.ts';
import { CliArgument } from '../options.ts';
import { tableOf } from '../resources/texts.ts';

class ProfileOptions {
  @CliArgument('<name>', 'Name of the profile')
  readonly name!: string;
}

function list(env: NodeJS.ProcessEnv): Result {
  const { current, profiles } = new Profiles(env).read();
  const data = Object.entries(profiles).map(([name, { service, organization, expires_at: expires, refresh_token: refresh }]) => ({
    current: name === current,
    name,
    service,
    organization,
    // A token that can be renewed does not end by itself.
    expires_at: refresh === null ? expires : null,
  }));
  const rows = data.map(({ current: isCurrent, ...profile }) => ({ ...profile, current: isCurrent ? 'yes' : '' }));
  const text = tableOf(rows, ['name', 'current', 'service', 'organization', 'expires_at']);
  return { text: data.length > 0 ? text : 'There are no profiles: `latchkey login` makes one.', data };
}

async function use({ name }: ProfileOptions, env: NodeJS.ProcessEnv): Promise<Result> {
  await new Profiles(env).change((file) => {
    profileOf(file, name);
    return { ...file, current: name };
  });
  return { text: `Commands now use the profile ${name}.`, data: { name } };
}

/** The service ends what it can end: a sign-in, not a token that was given. */
async function remove({ name }: ProfileOptions, env: NodeJS.ProcessEnv): Promise<Result> {
  let removed: Profile | undefined;
  await new Profiles(env).change((file) => {
    const { [name]: found, ...profiles } = { ...file.profiles, [name]: profileOf(file, name) };
    removed = found;
    return { current: file.current === name ? null : file.current, profiles };
  });
  const { service, refresh_token: token } = removed!;
  const ended =
    token === null ||
    (await postForm(`${service}/v1/oauth2/revoke`, { token, client_id: CLI_CLIENT_ID }).then(
      ({ status }) => status === 200,
      () => false,
    ));
  const rest = ended ? '' : ` ${service} did not confirm that the sign-in ended: end it there, in your account.`;
  return { text: `The profile ${name} was removed.${rest}`, data: { name, ended } };
}

export const defineProfiles: Define = (group, terminal) => {
  defineCommand(group.command('list').description('List the profiles'), terminal, {
    options: NoOptions,
    run: async (_options, env) => list(env),
  });
  defineCommand(group.command('use').description('Choose the profile that commands use'), terminal, {
    options: ProfileOptions,
    run: use,
  });
  defineCommand(group.command('remove').description('Remove a profile, and end its sign-in'), terminal, {
    options: ProfileOptions,
    run: remove,
  });
};
