import type { Command } from 'commander';
import { CLI_CLIENT_ID } from '#oauth/contract';
import { CliError, UsageError } from '../../process/index.ts';
import { ServiceFailed } from '../exit-codes.ts';
import { serviceUrl } from '../service-url.ts';
import { callService, type Connection, jsonOf } from './call-service.ts';
import { postForm } from './post-form.ts';
import { type Profile, type ProfileFile, Profiles } from './profiles.ts';

export const TOKEN = 'LATCHKEY_TOKEN';
/** A token that ends so soon is renewed before it is used. */
const MARGIN_MS = 30_000;
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export interface Wanted {
  readonly profile?: string;
  /** Id or slug. */
  readonly organization?: string;
}

export const addConnectionOptions = (command: Command): Command =>
  command
    .option('--profile <name>', `The profile of \`latchkey login\`; by default ${TOKEN} of the environment, then the current one`)
    .option(
      '--organization <id or slug>',
      'The organization to work in, if the token may see several; by default that of the profile',
    );

/**
 * The service and the token: of the profile that is named, of the environment, or of the current profile. What has a deadline does not renew
 * the token: a response that nobody waits for would end the sign-in.
 */
export async function connect(wanted: Wanted, env: NodeJS.ProcessEnv, renews = true): Promise<Connection> {
  const token = env[TOKEN]?.trim();
  if (wanted.profile === undefined && token) return within({ service: serviceUrl(undefined, env), token }, wanted.organization);
  const profiles = new Profiles(env);
  const file = profiles.read();
  const name = wanted.profile ?? file.current;
  if (name === null) {
    throw new UsageError(`Sign in with \`latchkey login\` first, or set ${TOKEN} in the environment.`);
  }
  const found = profileOf(file, name);
  const profile = renews ? await renewed(name, found, profiles) : found;
  const { service, access_token, organization } = profile;
  return within({ service, token: access_token }, wanted.organization ?? organization ?? undefined);
}

export function profileOf({ profiles }: ProfileFile, name: string): Profile {
  if (Object.hasOwn(profiles, name)) return profiles[name]!;
  throw new CliError(`There is no profile ${name}. \`latchkey profiles list\` lists them.`);
}

/** The connection in an organization, by its id or its slug. */
async function within(connection: Connection, organization: string | undefined): Promise<Connection> {
  if (organization === undefined) return connection;
  if (ID.test(organization)) return { ...connection, organization };
  const path = `/v1/organizations/?slug=${encodeURIComponent(organization)}`;
  const response = await callService(connection, { method: 'GET', path });
  const { items = [] } = (await jsonOf(connection.service, response)) as { readonly items?: readonly { readonly id: string }[] };
  if (items.length === 0) throw new CliError(`Organization ${organization} was not found.`);
  return { ...connection, organization: items[0]!.id };
}

const isValid = ({ expires_at: at, refresh_token: refresh }: Profile): boolean =>
  at === null || refresh === null || Date.parse(at) - MARGIN_MS > Date.now();

/** The profile with an access token that is valid. */
async function renewed(name: string, profile: Profile, profiles: Profiles): Promise<Profile> {
  if (isValid(profile)) return profile;
  let result = profile;
  await profiles.change(async (file) => {
    const now = profileOf(file, name);
    result = isValid(now) ? now : await renew(name, now);
    return result === now ? undefined : { ...file, profiles: { ...file.profiles, [name]: result } };
  });
  return result;
}

async function renew(name: string, profile: Profile): Promise<Profile> {
  const fields = { grant_type: 'refresh_token', refresh_token: profile.refresh_token!, client_id: CLI_CLIENT_ID };
  const { status, body } = await postForm(`${profile.service}/v1/oauth2/token`, fields);
  if (status >= 500) throw new ServiceFailed(`${profile.service} responded with ${status}.`);
  if (status !== 200) throw new CliError(`The sign-in of the profile ${name} has ended. \`latchkey login\` signs in again.`);
  return { ...profile, ...tokensIn(body) };
}

/** What a profile keeps of a response with tokens. */
export const tokensIn = (
  body: Readonly<Record<string, unknown>>,
): Pick<Profile, 'access_token' | 'refresh_token' | 'expires_at'> => ({
  access_token: String(body['access_token']),
  refresh_token: body['refresh_token'] === undefined ? null : String(body['refresh_token']),
  expires_at: new Date(Date.now() + Number(body['expires_in']) * 1000).toISOString(),
});
