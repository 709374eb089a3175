import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { DeferredWrites } from '#engine/persistence';
import { OrganizationQuotas } from '#platform/quotas/composition';

interface WithText {
  readonly text: string;
}

/** What a client is given: a statement, or reads that are sent together (`PreparedReads`) and are one transaction. */
type Sent = string | WithText | { readonly reads: readonly WithText[] };

function textsOf(sent: Sent): string[] {
  if (typeof sent === 'string') return [sent];
  return 'reads' in sent ? sent.reads.map(({ text }) => text) : [sent.text];
}

const inBackground = new AsyncLocalStorage<true>();

/** What was recorded by earlier requests is written at any time. */
const { flush } = DeferredWrites.prototype;
DeferredWrites.prototype.flush = function () {
  return inBackground.run(true, () => flush.call(this));
};

/** A process looks up the quotas that others have changed every five seconds. */
const quotas = OrganizationQuotas.prototype as unknown as { refresh(): Promise<void> };
const { refresh } = quotas;
quotas.refresh = function () {
  return inBackground.run(true, () => refresh.call(this));
};

/** Calls `note` with what clients of this process send during `work`, except deferred writes, look-ups of quotas and time limits (`recordStatements`). */
async function noting(note: (client: pg.Client, texts: readonly string[]) => void, work: () => Promise<unknown>): Promise<void> {
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const texts = textsOf(args[0] as Sent).filter((text) => !text.startsWith('set statement_timeout'));
    if (texts.length > 0 && !inBackground.getStore()) note(this, texts);
    return Reflect.apply(query, this, args);
  } as typeof query;
  try {
    await work();
  } finally {
    pg.Client.prototype.query = query;
  }
}

/**
 * The statements sent to the database during a request, except deferred writes and look-ups of quotas, which the API sends in the background, and
 * the time limit, which depends on what the connection was used for before. Look-ups of the same kind that a
 * request starts at nearly the same time share a statement or not (`BatchLoader`): where it starts several, their number varies.
 */
export async function recordStatements(request: () => Promise<unknown>): Promise<string[]> {
  const seen: string[] = [];
  await noting((_client, texts) => void seen.push(...texts), request);
  return seen;
}

/** What was asked of the database. */
export interface DatabaseWork {
  /** Transactions that were begun, and statements outside of them. Reads that are sent together are one. */
  readonly transactions: number;
  /** All statements but those that begin and end a transaction. */
  readonly statements: number;
}

const BEGINS = /^(?:begin|start transaction)\b/i;
const ENDS = /^(?:commit|rollback)\b/i;

/** How much `work` asks of the database. */
export async function countDatabaseWork(work: () => Promise<unknown>): Promise<DatabaseWork> {
  let [transactions, statements] = [0, 0];
  const inTransaction = new WeakSet<pg.Client>();
  await noting((client, texts) => {
    if (!inTransaction.has(client)) transactions++;
    if (BEGINS.test(texts[0]!)) inTransaction.add(client);
    else if (ENDS.test(texts[0]!)) inTransaction.delete(client);
    else statements += texts.length;
  }, work);
  return { transactions, statements };
}
