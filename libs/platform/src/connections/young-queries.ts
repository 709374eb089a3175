import type { Pool, PoolClient } from 'pg';

type Answered = (error: Error | null, result: unknown) => void;
type Query = (statement: unknown, values?: unknown, answered?: Answered) => unknown;

const isSubmitted = (statement: unknown): boolean => typeof (statement as { submit?: unknown } | null)?.submit === 'function';
/** `pg` writes the callback into what it is given. */
const copyOf = (statement: unknown): object =>
  typeof statement === 'string' ? { text: statement } : { ...(statement as object) };

function keepYoung(client: PoolClient): void {
  const query = client.query.bind(client) as Query;
  const answerTo = (statement: unknown, values: unknown): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const answered: Answered = (error, result) => (error ? reject(error) : resolve(result));
      query(copyOf(statement), values, answered);
    }).catch((error: Error) => {
      // As `pg` does: the stack leads to the caller instead of the socket.
      Error.captureStackTrace(error);
      throw error;
    });
  const young: Query = (statement, values, answered) => {
    const hasCallback = isSubmitted(statement) || typeof values === 'function' || answered !== undefined;
    return hasCallback ? query(statement, values, answered) : answerTo(statement, values);
  };
  Object.assign(client, { query: young });
}

/**
 * The queries of a pool are collected while they are young.
 *
 * V8 takes a function expression that is assigned to a property for a method and allocates it in the old generation, so all that it
 * refers to stays until the next full collection. `pg` does so for each promise that it returns (`query.callback = …`): the query stays with
 * its parameters and rows, and what waits for them. These queries have a callback, and their promise is made here.
 */
export const keepQueriesYoung = (pool: Pool): void => void pool.on('connect', keepYoung);
