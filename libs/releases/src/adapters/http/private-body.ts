import { type Exchange, unlessKnown } from '#platform/http';
import { PRIVATE } from './license-credentials.ts';

/** What is made for one license key, with its ETag: a client that has it gets 304. */
export function privateBody(exchange: Exchange, body: string | Buffer, type: string): string | Buffer | undefined {
  const sent = unlessKnown(exchange, body);
  void exchange.reply.headers({ ...PRIVATE, ...(sent === undefined ? {} : { 'content-type': type }) });
  return sent;
}

export const privateJson = (exchange: Exchange, body: object): string | Buffer | undefined =>
  privateBody(exchange, JSON.stringify(body), 'application/json; charset=utf-8');
