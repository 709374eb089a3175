/** What is asked, over and over: one operation on keys drawn uniformly from a range. Plain data, so that it can be sent. */
export interface Workload {
  readonly path: string;
  readonly firstKey: number;
  readonly keys: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** The string of the n-th license key, of the length that issued keys have. */
export const keyString = (index: number): string =>
  `BENCH-0C1A2B3D-4E5F-4A6B-8C7D-${index.toString(16).toUpperCase().padStart(12, '0')}`;

/** Gives the bytes of one request after another; all of a workload have the same length. */
export function requestsOf({ path, firstKey, keys, body }: Workload): () => string {
  const sample = keyString(firstKey);
  const text = JSON.stringify({ key: sample, ...body });
  const head = `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n`;
  const [before, after] = (head + text).split(sample) as [string, string];
  return () => before + keyString(firstKey + Math.floor(Math.random() * keys)) + after;
}
