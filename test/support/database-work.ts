import pg from 'pg';

interface WithText {
  readonly text: string;
}

/** What a client is given: a statement, or reads that are sent together (`PreparedReads`) and are one transaction. */
type Sent = string | WithText | { readonly reads: readonly WithText[] };

/** What was asked of the database. */
export interface DatabaseWork {
  /** The transactions that were begun, and statements outside of them. Reads that are sent together are one. */
  readonly transactions: number;
  /** All statements but those that begin and end a transaction or limit its time. */
  readonly statements: readonly string[];
}

const BEGINS = /^(?:begin|start transaction)\b/i;
const ENDS = /^(?:commit|rollback)\b/i;
const LIMITS = /^set (?:statement_timeout|plan_cache_mode)\b/i;

/** What `work` asks of the database through any connection of this process, except `last_used_at` updates, which nobody waits for. */
export async function countDatabaseWork(work: () => Promise<unknown>): Promise<DatabaseWork> {
  let transactions = 0;
  const statements: string[] = [];
  const inTransaction = new WeakSet<pg.Client>();
  const note = (client: pg.Client, sent: Sent): void => {
    const texts = typeof sent === 'string' ? [sent] : 'reads' in sent ? sent.reads.map(({ text }) => text) : [sent.text];
    const [first = ''] = texts;
    if (first.includes('last_used_at') || LIMITS.test(first)) return;
    const isOwn = !inTransaction.has(client);
    if (BEGINS.test(first)) inTransaction.add(client);
    else if (ENDS.test(first)) inTransaction.delete(client);
    else statements.push(...texts);
    if (isOwn) transactions++;
  };
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    note(this, args[0] as Sent);
    return Reflect.apply(query, this, args);
  } as typeof query;
  try {
    await work();
  } finally {
    pg.Client.prototype.query = query;
  }
  return { transactions, statements };
}
