import { closeSync, fchmodSync, openSync, writeSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { CLI_CLIENT_ID, OFFERED_SCOPES } from '#oauth';
import { CliError } from '#platform/process';
import { type Define, defineCommand, type Progress } from '../define-command.ts';
import { CliOption } from '../options.ts';
import { serviceUrl, ServiceUrlOption } from '../service-url.ts';

const GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
const DEFAULT_INTERVAL_S = 5;
const OWNER_ONLY = 0o600;

class LoginOptions {
  @ServiceUrlOption()
  readonly url?: string;

  @CliOption('<list>', 'Scopes that the token gets, separated by commas; all that applications can have by default', {
    optional: true,
  })
  readonly scopes?: string;

  @CliOption('<file>', 'File that gets the tokens, readable by you only; the terminal by default', { optional: true })
  readonly saveTo?: string;
}

type ResponseFields = Readonly<Record<string, unknown>>;

async function post(
  url: string,
  fields: Record<string, string>,
): Promise<{ readonly ok: boolean; readonly body: ResponseFields }> {
  const response = await fetch(url, { method: 'POST', body: new URLSearchParams(fields) }).catch((error: unknown) => {
    throw new CliError(`${new URL(url).origin} cannot be reached: ${(error as Error).message}`);
  });
  const body = (await response.json().catch(() => ({}))) as ResponseFields;
  return { ok: response.ok, body };
}

type Wait = (milliseconds: number, stop: AbortSignal) => Promise<unknown>;

/** Asks until the user has decided (RFC 8628). */
export async function tokensOfDevice(
  service: string,
  { device_code: code, interval, expires_in: seconds }: ResponseFields,
  stop: AbortSignal,
  wait: Wait = (milliseconds, signal) => setTimeout(milliseconds, undefined, { signal }),
): Promise<ResponseFields> {
  let pause = Number(interval ?? DEFAULT_INTERVAL_S);
  const deadline = Date.now() + Number(seconds) * 1000;
  while (Date.now() < deadline) {
    await wait(pause * 1000, stop).catch(() => {
      throw new CliError('The sign-in was interrupted.');
    });
    const fields = { grant_type: GRANT, device_code: String(code), client_id: CLI_CLIENT_ID };
    const { ok, body } = await post(`${service}/v1/oauth2/token`, fields);
    if (ok) return body;
    if (body['error'] === 'slow_down') pause += DEFAULT_INTERVAL_S;
    else if (body['error'] === 'access_denied') throw new CliError('The sign-in was refused.');
    else if (body['error'] === 'expired_token') break;
    else if (body['error'] !== 'authorization_pending') throw new CliError(`The sign-in failed: ${String(body['error'])}.`);
  }
  throw new CliError('Nobody entered the code in time.');
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

async function login({ url, scopes, saveTo }: LoginOptions, env: NodeJS.ProcessEnv, { warn, stopRequest }: Progress) {
  const service = serviceUrl(url, env);
  const scope = scopes?.split(',').join(' ') ?? OFFERED_SCOPES.join(' ');
  const device = await post(`${service}/v1/oauth2/device`, { client_id: CLI_CLIENT_ID, scope });
  if (!device.ok)
    throw new CliError(`The service refused the sign-in: ${String(device.body['error_description'] ?? device.body['error'])}.`);
  const { verification_uri: address, user_code: code } = device.body;
  warn(`Open ${String(address)} in a browser and enter the code ${String(code)}.`);
  const { access_token, refresh_token, expires_in, scope: granted } = await tokensOfDevice(service, device.body, stopRequest());
  const received = { access_token, refresh_token, expires_in, scope: granted };
  const minutes = Number(expires_in) / 60;
  if (saveTo === undefined) return { text: `Access token, for ${minutes} minutes:\n${String(access_token)}`, data: received };
  saveForOwner(saveTo, `${JSON.stringify({ service, ...received }, null, 2)}\n`);
  return {
    text: `The tokens are in ${saveTo}. The access token is valid for ${minutes} minutes.`,
    data: { file: saveTo, expires_in, scope: granted },
  };
}

export const defineLogin: Define = (command, terminal) => defineCommand(command, terminal, { options: LoginOptions, run: login });
