import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { NO_SIGN_IN_LIMITS, startApi } from '../support/api.ts';
import { type Answer, callAs } from '../support/call.ts';
import { Contract } from '../support/contract.ts';
import { databaseWrites } from '../support/database-writes.ts';
import { ownRequest, seedFixturesFor } from '../support/examples/index.ts';

/** Seeding fixtures takes a while on a busy machine. */
import.meta.jest.setTimeout(240_000);

const HEADER = 'Idempotency-Key';

const api = await startApi({ ...NO_SIGN_IN_LIMITS, ENVIRONMENT: 'sandbox' });
const contract = await Contract.of(api);
const database = new pg.Pool({ connectionString: api.databaseUrl, max: 1 });
afterAll(async () => {
  await database.end();
  await api.close();
});

const operations = [...contract.operations]
  .filter(([, { parameters = [] }]) => parameters.some(({ name }) => name === HEADER))
  .map(([name]) => name);

/** Sends the operation's example about its own fixtures with a key; `change` adds fields to the body. */
async function sender(operation: string): Promise<(key: string, change?: object) => Promise<Answer>> {
  const { url, body, token } = ownRequest(contract, operation, await seedFixturesFor(api, operation));
  const call = callAs(api, token);
  return (key, change) => call('POST', url, change ? { ...(body as object | undefined), ...change } : body, { [HEADER]: key });
}

/** Operations that are one change: their response is stored in its transaction, so that there is no change without it. */
const ONE_CHANGE = new Set(
  ['activate', 'deactivate', 'validate', 'heartbeat'].flatMap((verb) => [
    `POST /v1/license-keys/${verb}`,
    `POST /v1/customer-portal/license-keys/${verb}`,
  ]),
);

const isReplayed = ({ headers }: Answer): boolean => headers['idempotency-replayed'] === 'true';

test('the operations that create or count accept the header', () => {
  expect(operations.length).toBeGreaterThan(25);
});

/** The body without what a response that is built again has anew: URLs of an upload, and the set of keys as it is signed now. */
const lasting = ({ body }: Answer): unknown =>
  body?.upload || body?.signed_keys ? { ...body, upload: undefined, signed_keys: undefined } : body;

/** What was written to tables other than that of the idempotency keys. */
const changes = async (): Promise<string[]> =>
  (await databaseWrites(api)).split('\n').filter((table) => table !== '' && !table.startsWith('platform.idempotency_keys'));

describe.each(operations)('%s', (operation) => {
  beforeEach(() => database.query('truncate platform.idempotency_keys'));

  test('is done once for one key, whether or not the process could store the response', async () => {
    const send = await sender(operation);
    const key = randomUUID();
    const first = await send(key);
    expect([first.text, first.status, isReplayed(first)]).toEqual([first.text, expect.any(Number), false]);
    expect(first.status < 300 ? '' : first.text).toBe('');
    const after = await changes();

    const repeated = await send(key);
    expect([repeated.status, repeated.text, isReplayed(repeated)]).toEqual([first.status, first.text, true]);
    expect(contract.violations(operation, repeated)).toEqual([]);

    // What a process leaves that dies after the last commit and before the response.
    const { rowCount } = await database.query(
      `delete from platform.idempotency_keys where step = '' and (select count(*) > 1 from platform.idempotency_keys)`,
    );
    expect(rowCount).toBe(ONE_CHANGE.has(operation) ? 0 : 1);
    const rebuilt = await send(key);
    expect([rebuilt.status, lasting(rebuilt), isReplayed(rebuilt)]).toEqual([first.status, lasting(first), true]);

    const other = await send(key, { created_at: null });
    expect([other.status, other.body.detail[0].loc, other.body.detail[0].type]).toEqual([
      422,
      ['header', 'idempotency-key'],
      'idempotency_key_reused',
    ]);
    expect(contract.violations(operation, other)).toEqual([]);
    expect(await changes()).toEqual(after);
  });
});
