import { setTimeout } from 'node:timers/promises';
import { CLI_CLIENT_ID } from '#oauth/contract';
import { CliError } from '../../process/index.ts';
import { postForm, type ResponseFields } from './post-form.ts';

const GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
const DEFAULT_INTERVAL_S = 5;

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
    const { status, body } = await postForm(`${service}/v1/oauth2/token`, fields);
    if (status === 200) return body;
    if (body['error'] === 'slow_down') pause += DEFAULT_INTERVAL_S;
    else if (body['error'] === 'access_denied') throw new CliError('The sign-in was refused.');
    else if (body['error'] === 'expired_token') break;
    else if (body['error'] !== 'authorization_pending' && status < 500)
      throw new CliError(`The sign-in failed: ${String(body['error'] ?? `the service responded with ${status}`)}.`);
  }
  throw new CliError('Nobody entered the code in time.');
}
