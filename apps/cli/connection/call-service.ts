import { type Dispatcher, request } from 'undici';
import type { Send } from '#support/catalogs';
import { CliError } from '../../process/index.ts';
import { detailOf } from '../../api/operations/detail.ts';
import { RequestRefused, ServiceFailed, ServiceUnreachable } from '../exit-codes.ts';
import { parsed, reasonOf } from './service-errors.ts';

const TIMEOUT_MS = 30_000;

export interface Connection {
  /** URL of the service, without a slash at its end. */
  readonly service: string;
  readonly token: string;
  /** Id of the organization to which the request is restricted. */
  readonly organization?: string;
}

interface ServiceRequest {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly body?: object;
}

/** The response, if the service did what was asked. Otherwise an error with its reason, by kind. */
export async function callService(
  { service, token, organization }: Connection,
  { method, path, body }: ServiceRequest,
  timeout = TIMEOUT_MS,
): Promise<Dispatcher.ResponseData> {
  const headers = {
    authorization: `Bearer ${token}`,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(organization === undefined ? {} : { 'polar-organization': organization }),
  };
  const response = await request(`${service}${path}`, {
    method: method as Dispatcher.HttpMethod,
    headers,
    body: body && JSON.stringify(body),
    headersTimeout: timeout,
    bodyTimeout: timeout,
    signal: timeout < TIMEOUT_MS ? AbortSignal.timeout(timeout) : undefined,
  }).catch((error: unknown) => {
    throw new ServiceUnreachable(`${service} cannot be reached (${reasonOf(error)}).`);
  });
  if (response.statusCode >= 200 && response.statusCode < 300) return response;
  throw refusalOf(service, response.statusCode, await response.body.text().catch(() => ''));
}

/** The body of a response as JSON, undefined if it has none. */
export async function jsonOf(service: string, { body, statusCode }: Dispatcher.ResponseData): Promise<unknown> {
  const text = await body.text().catch((error: unknown) => {
    throw new ServiceUnreachable(`${service} ended the connection (${reasonOf(error)}).`);
  });
  if (text === '' && [202, 204].includes(statusCode)) return undefined;
  const value = parsed(text);
  if (value === null) throw new CliError(`${service} is not the URL of a Latchkey API.`);
  return value;
}

/** For code that sends several requests. */
export const senderOf =
  (connection: Connection): Send =>
  async (method, path, body) =>
    jsonOf(connection.service, await callService(connection, { method, path, body }));

export function refusalOf(service: string, status: number, text: string): CliError {
  const sentence = `${service} responded with ${status}${detailOf(parsed(text))}`;
  if (status >= 500) return new ServiceFailed(sentence);
  return new RequestRefused(
    status === 401 ? `${sentence}\n\`latchkey login\` signs in again, if the token has ended.` : sentence,
    status,
  );
}
