import pg from 'pg';
import { Keyring, newToken } from '#engine/secrets';
import { idOf, ORGANIZATION_ID, SECRET_KEY } from './data-set.ts';

/** One session per customer, with a digest for which no token exists. */
const SESSIONS = `
  insert into customer_portal.sessions (id, organization_id, customer_id, digest, expires_at, created_at)
  select ${idOf('session', 'n')}, '${ORGANIZATION_ID}', ${idOf('customer', 'n')}, sha256(('session' || n)::bytea), now() + '1 day', now()
  from generate_series(0, $1::int - 1) as n`;

/** A sample of the sessions, spread over all customers, gets the digests of real tokens. */
const KNOWN = `
  update customer_portal.sessions set digest = known.digest
  from unnest($1::bytea[]) with ordinality as known (digest, place)
  where id = ${idOf('session', '((place - 1) * $2::int)')}`;

/** Creates one session per customer and returns the tokens of `known` of them. */
export async function makeSessions(url: string, customers: number, known: number): Promise<string[]> {
  const keyring = new Keyring([SECRET_KEY]);
  const tokens = Array.from({ length: known }, () => newToken('cst'));
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(SESSIONS, [customers]);
    await client.query(KNOWN, [tokens.map((token) => keyring.digest('access-token', token)), Math.floor(customers / known)]);
    await client.query('vacuum (analyze) customer_portal.sessions');
  } finally {
    await client.end();
  }
  return tokens;
}
