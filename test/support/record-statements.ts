import pg from 'pg';

/**
 * The statements sent to the database during a request, except `last_used_at` updates, which are the only ones that the API sends in
 * the background, and the time limit, which depends on what the connection was used for before. Look-ups of the same kind that a
 * request starts at nearly the same time share a statement or not (`BatchLoader`): where it starts several, their number varies.
 */
export async function recordStatements(request: () => Promise<unknown>): Promise<string[]> {
  const seen: string[] = [];
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [statement] = args as [string | { text: string }];
    seen.push(typeof statement === 'string' ? statement : statement.text);
    return Reflect.apply(query, this, args);
  } as typeof query;
  try {
    await request();
  } finally {
    pg.Client.prototype.query = query;
  }
  return seen.filter((text) => !text.includes('last_used_at') && !text.startsWith('set statement_timeout'));
}
