import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { keyString } from '../load/workload.ts';
import type { StartPeer } from './peer.ts';

/** A service that an operator runs and has given its keys. */
interface Description {
  readonly name: string;
  /** The address of the operation that verifies; `http:` only. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The body of the request; `$KEY` in it is replaced. */
  readonly body: unknown;
  /** A file with a key in each line; by default the keys of the product's data set. */
  readonly keys?: string;
}

/** Reads a description (`bench/peers/polar.json` is one). */
export const describedPeer =
  (file: string): StartPeer =>
  async (_bench, count) => {
    const { name, url, headers, body, keys } = JSON.parse(await readFile(file, 'utf8')) as Description;
    const { protocol, hostname: host, port, pathname, search } = new URL(url);
    if (protocol !== 'http:') throw new Error(`${file}: the URL must begin with http://`);
    const given =
      keys === undefined ? undefined : (await readFile(resolve(dirname(file), keys), 'utf8')).split(/\s+/).filter(Boolean);
    const strings = given ?? Array.from({ length: count }, (_, n) => keyString(n));
    const text = JSON.stringify(body);
    return {
      name,
      server: { ready: Number(port || 80), errorOutput: '' },
      host,
      workload: {
        requests: strings.map((key) => ({
          method: 'POST',
          path: pathname + search,
          headers: { host, ...headers },
          body: text.replaceAll('$KEY', () => key),
        })),
      },
      [Symbol.asyncDispose]: async () => undefined,
    };
  };
