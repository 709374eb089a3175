import type { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { Client, ClientBase, ClientConfig } from 'pg';

/** PostgreSQL cancels a slow statement and the connection stays usable. If it does not, the client closes the connection later. */
const MARGIN_MS = 2_000;
/** An idle connection whose peer is gone is closed ten seconds later than this, if the network says nothing. */
const KEEP_ALIVE_MS = 10_000;
/** How long a connection may take to end. */
const END_MS = 2_000;

/** The longest wait for a response to a statement that PostgreSQL cancels after this time. */
const silenceAfter = (statementMs: number): number => statementMs + MARGIN_MS;

/** Settings of a connection that notices that its server does not answer any more. */
export const noticingSilence = (statementMs: number) =>
  ({
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    connectionTimeoutMillis: 5_000,
    ...(statementMs > 0 ? { statement_timeout: statementMs, query_timeout: silenceAfter(statementMs) } : {}),
  }) satisfies ClientConfig;

interface Internals {
  readonly connection: { readonly stream: Socket };
  /** False while a statement waits for its answer. */
  readonly readyForQuery: boolean;
}

const internalsOf = (client: ClientBase): Internals => client as unknown as Internals;

/** Closes a connection without a word to its server, which may not answer. */
export const closeAtOnce = (client: ClientBase): void => void internalsOf(client).connection.stream.destroy();

/** Ends a connection, which waits for its server only briefly. Does not reject. */
export async function endConnection(client: Client): Promise<void> {
  const ended = client.end().catch(() => undefined);
  await Promise.race([ended, setTimeout(END_MS, undefined, { ref: false })]);
  closeAtOnce(client);
}

/**
 * Closes an open connection whose server is silent although a statement waits for its answer. The socket has the timer: `pg` would make
 * one for each statement.
 */
export function closeWhenSilent(client: ClientBase, statementMs: number): void {
  internalsOf(client).connection.stream.on('timeout', () => {
    if (!internalsOf(client).readyForQuery) closeAtOnce(client);
  });
  expectAnswersWithin(client, statementMs);
}

/** Further statements of such a connection get another timeout, which PostgreSQL has to be told as well. Zero: none. */
export const expectAnswersWithin = (client: ClientBase, statementMs: number): void =>
  void internalsOf(client).connection.stream.setTimeout(statementMs > 0 ? silenceAfter(statementMs) : 0);
