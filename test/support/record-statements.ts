import pg from 'pg';

interface WithText {
  readonly text: string;
}

/** What a client is given: a statement, or reads that are sent together (`PreparedReads`). */
type Sent = string | WithText | { readonly reads: readonly WithText[] };

function textsOf(sent: Sent): string[] {
  if (typeof sent === 'string') return [sent];
  return 'reads' in sent ? sent.reads.map(({ text }) => text) : [sent.text];
}

/**
 * The statements sent to the database during a request, except `last_used_at` updates, which are the only ones that the API sends in
 * the background, and the time limit, which depends on what the connection was used for before. Look-ups of the same kind that a
 * request starts at nearly the same time share a statement or not (`BatchLoader`): where it starts several, their number varies.
 */
export async function recordStatements(request: () => Promise<unknown>): Promise<string[]> {
  const seen: string[] = [];
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    seen.push(...textsOf(args[0] as Sent));
    return Reflect.apply(query, this, args);
  } as typeof query;
  try {
    await request();
  } finally {
    pg.Client.prototype.query = query;
  }
  return seen.filter((text) => !text.includes('last_used_at') && !text.startsWith('set statement_timeout'));
}
