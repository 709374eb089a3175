import type { Writable } from 'node:stream';
import type { PoolClient } from 'pg';

/** All statements that `send` gives to the connection leave in one write. */
export function inOnePacket<T>(client: PoolClient, send: () => T): T {
  const { stream } = (client as unknown as { readonly connection: { readonly stream: Writable } }).connection;
  stream.cork();
  try {
    return send();
  } finally {
    stream.uncork();
  }
}
