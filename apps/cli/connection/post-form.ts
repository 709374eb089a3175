import { request } from 'undici';
import { ServiceUnreachable } from '../exit-codes.ts';
import { parsed, reasonOf } from './service-errors.ts';

const TIMEOUT_MS = 30_000;

export type ResponseFields = Readonly<Record<string, unknown>>;

/** A request in the format of OAuth. */
export async function postForm(
  url: string,
  fields: Record<string, string>,
): Promise<{ readonly status: number; readonly body: ResponseFields }> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const body = new URLSearchParams(fields).toString();
  try {
    const response = await request(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(TIMEOUT_MS) });
    return { status: response.statusCode, body: (parsed(await response.body.text()) ?? {}) as ResponseFields };
  } catch (error) {
    throw new ServiceUnreachable(`${new URL(url).origin} cannot be reached (${reasonOf(error)}).`);
  }
}
