import { closeSync, fchmodSync, openSync, writeSync } from 'node:fs';
import { Matches } from 'class-validator';
import { CLI_CLIENT_ID, OFFERED_SCOPES } from '#oauth';
import { CliError, UsageError } from '../../process/index.ts';
import { callService, jsonOf } from '../connection/call-service.ts';
import { tokensIn } from '../connection/connect.ts';
import { tokensOfDevice } from '../connection/device-tokens.ts';
import { postForm, type ResponseFields } from '../connection/post-form.ts';
import { type Profile, Profiles } from '../connection/profiles.ts';
import { RequestRefused, ServiceFailed } from '../exit-codes.ts';
import { type Define, defineCommand, type Progress, type Result } from '../define-command.ts';
import { CliFlag, CliOption } from '../options.ts';
import { ServiceUrlOption } from '../option-types.ts';
import { serviceUrl } from '../service-url.ts';

const OWNER_ONLY = 0o600;

class LoginOptions {
  @ServiceUrlOption()
  readonly url?: string;

  @CliOption('<list>', 'Scopes that the token gets, separated by commas; all that applications can have by default', {
    optional: true,
  })
  readonly scopes?: string;

  @CliOption('<name>', 'Name of the profile that keeps the tokens; default by default', { optional: true })
  @Matches(/^[\w.-]{1,64}$/, { message: '--profile must be letters, digits, dots and hyphens, at most 64.' })
  readonly profile: string = 'default';

  @CliFlag('Keep an access token that is read from stdin, instead of signing in')
  readonly withToken?: boolean;

  @CliOption('<file>', 'File that gets the tokens, readable by you only, instead of a profile', { optional: true })
  readonly saveTo?: string;

  @CliFlag('Print the tokens, instead of keeping them')
  readonly print?: boolean;
}

/** Also a file that others could read before is readable by its owner only, before anything is written. */
function saveForOwner(path: string, text: string): void {
  let file: number | undefined;
  try {
    file = openSync(path, 'w', OWNER_ONLY);
    fchmodSync(file, OWNER_ONLY);
    writeSync(file, text);
  } catch (error) {
    throw new CliError(`${path} cannot be written: ${(error as Error).message}`);
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

async function signIn(service: string, scopes: string | undefined, { warn, stopRequest }: Progress): Promise<ResponseFields> {
  const scope = scopes?.split(',').join(' ') ?? OFFERED_SCOPES.join(' ');
  const device = await postForm(`${service}/v1/oauth2/device`, { client_id: CLI_CLIENT_ID, scope });
  const { error, error_description: reason = error, verification_uri: address, user_code: code } = device.body;
  if (device.status >= 500) throw new ServiceFailed(`${service} responded with ${device.status}.`);
  if (device.status !== 200 && reason !== undefined) throw new CliError(`The service refused the sign-in: ${String(reason)}.`);
  if (address === undefined || code === undefined) throw new CliError(`${service} is not the URL of a Latchkey API.`);
  warn(`Open ${String(address)} in a browser and enter the code ${String(code)}.`);
  return tokensOfDevice(service, device.body, stopRequest());
}

type Tokens = Pick<Profile, 'service' | 'access_token' | 'refresh_token' | 'expires_at'>;

interface SeenOrganization {
  readonly id: string;
  readonly slug: string;
}

/** The organizations that the token may see, at most two; none if it may not list them. A token that is not accepted is an error. */
async function organizationsOf({ service, access_token: token }: Tokens): Promise<readonly SeenOrganization[]> {
  try {
    const response = await callService({ service, token }, { method: 'GET', path: '/v1/organizations/?limit=2' });
    return ((await jsonOf(service, response)) as { readonly items?: readonly SeenOrganization[] }).items ?? [];
  } catch (error) {
    if (error instanceof RequestRefused && error.status === 403) return [];
    throw error;
  }
}

/** The only organization that the token may see is that of the profile. */
async function keep(name: string, tokens: Tokens, env: NodeJS.ProcessEnv): Promise<Result> {
  const seen = await organizationsOf(tokens);
  const only = seen.length === 1 ? seen[0] : undefined;
  const isOrganizationToken = tokens.access_token.startsWith('latchkey_oat_');
  const profile: Profile = { ...tokens, organization: isOrganizationToken ? null : (only?.id ?? null) };
  const profiles = new Profiles(env);
  await profiles.change((file) => ({ current: name, profiles: { ...file.profiles, [name]: profile } }));
  const place = only ? `, in organization ${only.slug}` : '';
  return {
    text: `The profile ${name} is signed in to ${tokens.service}${place}. It is in ${profiles.path}.`,
    data: { profile: name, service: tokens.service, organization: only?.slug ?? null },
  };
}

async function login(options: LoginOptions, env: NodeJS.ProcessEnv, progress: Progress): Promise<Result> {
  const { url, scopes, saveTo, profile, withToken, print } = options;
  if ([saveTo, withToken, print].filter((each) => each !== undefined).length > 1) {
    throw new UsageError('Only one of --save-to <file>, --with-token and --print can be given.');
  }
  const service = serviceUrl(url, env);
  if (withToken) {
    const token = (await progress.readStdin()).trim();
    if (token === '')
      throw new UsageError('--with-token reads an access token from stdin: `latchkey login --with-token < file`.');
    return keep(profile, { service, access_token: token, refresh_token: null, expires_at: null }, env);
  }
  const { access_token, refresh_token, expires_in, scope: granted } = await signIn(service, scopes, progress);
  const received = { access_token, refresh_token, expires_in, scope: granted };
  const minutes = Number(expires_in) / 60;
  if (print) return { text: `Access token, for ${minutes} minutes:\n${String(access_token)}`, data: received };
  if (saveTo === undefined) return keep(profile, { service, ...tokensIn(received) }, env);
  saveForOwner(saveTo, `${JSON.stringify({ service, ...received }, null, 2)}\n`);
  return {
    text: `The tokens are in ${saveTo}. The access token is valid for ${minutes} minutes.`,
    data: { file: saveTo, expires_in, scope: granted },
  };
}

export const defineLogin: Define = (command, terminal) => defineCommand(command, terminal, { options: LoginOptions, run: login });
