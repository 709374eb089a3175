import { randomUUID } from 'node:crypto';

/** One operation, repeated on uniformly drawn objects. Plain data, because it is sent to the load generator process. */
export type Workload = PresentedKeys | Visits;

/** Requests that present a license key drawn from a range. */
export interface PresentedKeys {
  readonly path: string;
  readonly firstKey: number;
  readonly keys: number;
  readonly body: Readonly<Record<string, unknown>>;
  /** Whether each request has an idempotency key of its own. */
  readonly isKeyed?: boolean;
}

/** GET requests with a drawn token. All tokens have the same length. */
export interface Visits {
  readonly path: string;
  readonly tokens: readonly string[];
}

/** The string of the n-th license key; it has the same length as issued keys. */
export const keyString = (index: number): string =>
  `BENCH-0C1A2B3D-4E5F-4A6B-8C7D-${index.toString(16).toUpperCase().padStart(12, '0')}`;

const KEY_SAMPLE = '00000000-0000-4000-8000-000000000000';

const drawn = (count: number): number => Math.floor(Math.random() * count);

/** Returns a function that produces the next raw HTTP request. All requests of a workload have the same length. */
export const requestsOf = (workload: Workload): (() => string) =>
  'tokens' in workload ? visits(workload) : presentations(workload);

function visits({ path, tokens }: Visits): () => string {
  const before = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer `;
  return () => `${before}${tokens[drawn(tokens.length)]}\r\n\r\n`;
}

function presentations({ path, firstKey, keys, body, isKeyed = false }: PresentedKeys): () => string {
  const sample = keyString(firstKey);
  const text = JSON.stringify({ key: sample, ...body });
  const header = isKeyed ? `Idempotency-Key: ${KEY_SAMPLE}\r\n` : '';
  const head = `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n${header}Content-Length: ${Buffer.byteLength(text)}\r\n\r\n`;
  const [before, after] = (head + text).split(sample) as [string, string];
  if (!isKeyed) return () => before + keyString(firstKey + drawn(keys)) + after;
  const [start, end] = before.split(KEY_SAMPLE) as [string, string];
  return () => start + randomUUID() + end + keyString(firstKey + drawn(keys)) + after;
}
