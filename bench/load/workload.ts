import { randomUUID } from 'node:crypto';

/** One operation, repeated on uniformly drawn objects. Plain data, because it is sent to the load generator process. */
export type Workload = PresentedKeys | Visits | Requests;

/** Requests that present a license key drawn from a range or, if `once`, each of them once. */
export interface PresentedKeys {
  readonly path: string;
  readonly firstKey: number;
  readonly keys: number;
  /** From one key to the next; 1 by default. */
  readonly step?: number;
  readonly once?: boolean;
  readonly body: Readonly<Record<string, unknown>>;
  /** The device that each request names. */
  readonly device?: string;
  /** Whether each request has an idempotency key of its own. */
  readonly isKeyed?: boolean;
}

/** GET requests with a drawn token. All tokens have the same length. */
export interface Visits {
  readonly path: string;
  readonly tokens: readonly string[];
}

/** Requests that are drawn from a list or, if `once`, sent once each. */
export interface Requests {
  readonly requests: readonly Sent[];
  readonly once?: boolean;
}

export interface Sent {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly token?: string;
  /** In lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON; `FRESH` in it is replaced by a UUID of each request's own. */
  readonly body?: string;
}

export const FRESH = '00000000-0000-4000-8000-000000000000';

/** The string of the n-th license key; it has the same length as issued keys. */
export const keyString = (index: number): string =>
  `BENCH-0C1A2B3D-4E5F-4A6B-8C7D-${index.toString(16).toUpperCase().padStart(12, '0')}`;

const drawn = (count: number): number => Math.floor(Math.random() * count);

/** Returns a function that produces the next raw HTTP request; it returns undefined when all were sent. */
export function requestsOf(workload: Workload): () => string | undefined {
  if ('requests' in workload) return listed(workload);
  return 'tokens' in workload ? visits(workload) : presentations(workload);
}

function listed({ requests, once = false }: Requests): () => string | undefined {
  const texts = requests.map(textOf);
  const next = once ? () => texts.pop() : () => texts[drawn(texts.length)];
  return () => next()?.replace(FRESH, () => randomUUID());
}

function textOf({ method, path, token, headers, body }: Sent): string {
  const lines = [`${method} ${path} HTTP/1.1`];
  for (const [name, value] of Object.entries({ host: '127.0.0.1', ...headers })) lines.push(`${name}: ${value}`);
  if (token !== undefined) lines.push(`Authorization: Bearer ${token}`);
  if (body !== undefined) lines.push('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`);
  return `${lines.join('\r\n')}\r\n\r\n${body ?? ''}`;
}

function visits({ path, tokens }: Visits): () => string {
  const before = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer `;
  return () => `${before}${tokens[drawn(tokens.length)]}\r\n\r\n`;
}

function presentations(workload: PresentedKeys): () => string | undefined {
  const { path, firstKey, keys, step = 1, once = false, body, device, isKeyed = false } = workload;
  let presented = 0;
  const nextKey = (): string => keyString(firstKey + step * (once ? presented++ : drawn(keys)));
  const isOver = (): boolean => once && presented === keys;
  const sample = keyString(firstKey);
  const text = JSON.stringify({ key: sample, ...body });
  const named = device === undefined ? '' : `License-Device: ${device}\r\n`;
  const header = isKeyed ? `Idempotency-Key: ${FRESH}\r\n` : '';
  const head = `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n${named}${header}Content-Length: ${Buffer.byteLength(text)}\r\n\r\n`;
  const [before, after] = (head + text).split(sample) as [string, string];
  if (!isKeyed) return () => (isOver() ? undefined : before + nextKey() + after);
  const [start, end] = before.split(FRESH) as [string, string];
  return () => (isOver() ? undefined : start + randomUUID() + end + nextKey() + after);
}
