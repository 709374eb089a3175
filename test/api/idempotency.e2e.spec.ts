import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { startApi, type TestApi } from '../support/api.ts';
import { type Answer, type Call, callAs } from '../support/call.ts';
import { eventually } from '../support/eventually.ts';
import { seedBenefit } from '../support/seed-benefit.ts';
import { seedCustomer } from '../support/seed-customer.ts';
import { seedLicenseKey, type SeededLicenseKey } from '../support/seed-license-key.ts';
import { seedProduct } from '../support/seed-product.ts';
import { seedSeats } from '../support/seed-seats.ts';
import { type SeededOrganization, seedOrganization } from '../support/seed.ts';

let api: TestApi;
let database: pg.Pool;
let seller: SeededOrganization;
let call: Call;
beforeAll(async () => {
  api = await startApi();
  database = new pg.Pool({ connectionString: api.databaseUrl, max: 2 });
  seller = await seedOrganization(api);
  call = callAs(api, seller.oat);
});
afterAll(async () => {
  await database.end();
  await api.close();
});

const keyed = (key: string) => ({ 'idempotency-key': key });
const isReplayed = ({ headers }: Answer): boolean => headers['idempotency-replayed'] === 'true';
const ACTIVATE = '/v1/customer-portal/license-keys/activate';
const VALIDATE = '/v1/customer-portal/license-keys/validate';
const presented = ({ key, organization_id }: SeededLicenseKey) => ({ key, organization_id });
const newCustomer = () => ({ email: `${randomUUID()}@example.com` });
const createCustomer = (body: object, key: string, as = call): Promise<Answer> => as('POST', '/v1/customers/', body, keyed(key));

const activationsOf = async ({ id }: SeededLicenseKey): Promise<number> =>
  (await database.query('select activation_count from licensing.license_keys where id = $1', [id])).rows[0].activation_count;

describe('the key', () => {
  test.each([
    ['is empty', '', 'string_too_short'],
    ['has 256 characters', 'x'.repeat(256), 'string_too_long'],
  ])('is invalid if it %s', async (_what, key, type) => {
    const { status, body } = await createCustomer(newCustomer(), key);
    expect([status, body.detail]).toEqual([422, [expect.objectContaining({ loc: ['header', 'idempotency-key'], type })]]);
  });

  test('may have 255 characters', async () => {
    const [customer, key] = [newCustomer(), 'x'.repeat(255)];
    const first = await createCustomer(customer, key);
    const second = await createCustomer(customer, key);
    expect([first.status, second.status, second.text]).toEqual([201, 201, first.text]);
    expect([isReplayed(first), isReplayed(second)]).toEqual([false, true]);
  });

  test('belongs to one operation, path and body', async () => {
    const [key, licenseKey] = [randomUUID(), await seedLicenseKey(api, seller, { limit_activations: 5 })];
    const body = { ...presented(licenseKey), label: 'one' };
    expect((await callAs(api)('POST', ACTIVATE, body, keyed(key))).status).toBe(200);
    const reused = [422, ['header', 'idempotency-key'], 'idempotency_key_reused'];
    const outcomeOf = ({ status, body: { detail } }: Answer) => [status, detail[0].loc, detail[0].type];
    expect(outcomeOf(await callAs(api)('POST', VALIDATE, presented(licenseKey), keyed(key)))).toEqual(reused);
    expect(outcomeOf(await callAs(api)('POST', ACTIVATE, { ...body, label: 'two' }, keyed(key)))).toEqual(reused);
    const device = { ...keyed(key), 'license-device': 'laptop' };
    expect(outcomeOf(await callAs(api)('POST', ACTIVATE, body, device))).toEqual(reused);
    expect(await activationsOf(licenseKey)).toBe(1);
  });

  test('is the same with another order of fields, white space and a trailing slash', async () => {
    const key = randomUUID();
    const email = `${randomUUID()}@example.com`;
    const first = await call('POST', '/v1/customers/', `{"email": "${email}",\n "name": "Ada"}`, keyed(key));
    const second = await call('POST', '/v1/customers', `{"name":"Ada","email":"${email}"}`, keyed(key));
    expect([first.status, second.status, second.text, isReplayed(second)]).toEqual([201, 201, first.text, true]);
  });

  test('of one credential is independent of that of another', async () => {
    const [key, customer] = [randomUUID(), newCustomer()];
    expect((await createCustomer(customer, key)).status).toBe(201);
    const other = callAs(api, await seller.tokenWith(['customers:write']));
    const taken = await createCustomer(customer, key, other);
    expect([taken.status, taken.body.detail[0].loc]).toEqual([422, ['body', 'email']]);
    expect((await createCustomer(newCustomer(), key, other)).status).toBe(201);
  });

  test('of one license key is independent of that of another', async () => {
    const key = randomUUID();
    const [one, other] = [await seedLicenseKey(api, seller), await seedLicenseKey(api, seller)];
    const answers = [];
    for (const licenseKey of [one, other, one])
      answers.push(await callAs(api)('POST', VALIDATE, presented(licenseKey), keyed(key)));
    expect(answers.map((answer) => [answer.status, answer.body.id, answer.body.validations, isReplayed(answer)])).toEqual([
      [200, one.id, 1, false],
      [200, other.id, 1, false],
      [200, one.id, 1, true],
    ]);
  });

  test('does not replace the credentials', async () => {
    const [key, customer] = [randomUUID(), newCustomer()];
    expect((await createCustomer(customer, key)).status).toBe(201);
    expect((await createCustomer(customer, key, callAs(api))).status).toBe(401);
  });

  test('can be used again after 24 hours', async () => {
    const [key, customer] = [randomUUID(), newCustomer()];
    await createCustomer(customer, key);
    await database.query(`update platform.idempotency_keys set started_at = now() - interval '23 hours 59 minutes'`);
    expect(isReplayed(await createCustomer(customer, key))).toBe(true);
    await database.query(
      `update platform.idempotency_keys set started_at = date_trunc('milliseconds', now()) - interval '24 hours'`,
    );
    const other = await createCustomer(newCustomer(), key);
    expect([other.status, isReplayed(other)]).toEqual([201, false]);
  });

  test('is ignored by operations that do not accept it', async () => {
    const { id } = (await createCustomer(newCustomer(), randomUUID())).body;
    const key = keyed(randomUUID());
    const names = [];
    for (const name of ['Ada', 'Grace']) names.push((await call('PATCH', `/v1/customers/${id}`, { name }, key)).body.name);
    expect(names).toEqual(['Ada', 'Grace']);
  });
});

test('a refused request runs again, also when it was refused after its first step', async () => {
  const licenseKey = await seedLicenseKey(api, seller, { limit_activations: 1 });
  const key = keyed(randomUUID());
  const body = { ...presented(licenseKey), label: 'two' };
  const first = (await callAs(api)('POST', ACTIVATE, { ...body, label: 'one' })).body;
  expect((await callAs(api)('POST', ACTIVATE, body, key)).status).toBe(403);
  await callAs(api)('POST', '/v1/customer-portal/license-keys/deactivate', { ...presented(licenseKey), activation_id: first.id });
  const second = await callAs(api)('POST', ACTIVATE, body, key);
  expect([second.status, isReplayed(second)]).toEqual([200, false]);

  // A subscription marks its product as sold before it is refused.
  const { id: product_id } = await seedProduct(api, seller.organization.id, { every: 'month' });
  const customer = await seedCustomer(api, seller.organization.id);
  const purchase = { product_id, customer_id: customer.id };
  const { id } = (await call('POST', '/v1/subscriptions/', purchase)).body;
  const again = keyed(randomUUID());
  expect((await call('POST', '/v1/subscriptions/', purchase, again)).status).toBe(422);
  expect((await call('DELETE', `/v1/subscriptions/${id}`)).status).toBe(200);
  const bought = await call('POST', '/v1/subscriptions/', purchase, again);
  expect([bought.status, isReplayed(bought)]).toEqual([201, false]);
  expect(isReplayed(await call('POST', '/v1/subscriptions/', purchase, again))).toBe(true);
});

test('a key is transferred and its devices removed in one change, which an idempotency key repeats', async () => {
  const licenseKey = await seedLicenseKey(api, seller, { limit_activations: 3 });
  for (const label of ['one', 'two']) await callAs(api)('POST', ACTIVATE, { ...presented(licenseKey), label });
  const path = `/v1/license-keys/${licenseKey.id}`;
  const devices = async (): Promise<number> => (await call('GET', path)).body.activations.length;
  const { id: customer_id } = (await createCustomer(newCustomer(), randomUUID())).body;
  const transferTo = (customer: string, key: string) =>
    call('POST', `${path}/transfer`, { customer_id: customer, activations: 'deactivate' }, keyed(key));
  const key = randomUUID();
  const refused = await transferTo(licenseKey.customer_id, key);
  expect([refused.status, await devices()]).toEqual([422, 2]);
  const keyOfTransfer = randomUUID();
  const first = await transferTo(customer_id, keyOfTransfer);
  expect([first.status, first.body.customer_id, await devices()]).toEqual([200, customer_id, 0]);
  const again = await transferTo(customer_id, keyOfTransfer);
  expect([again.status, again.body, isReplayed(again)]).toEqual([200, first.body, true]);
});

test('the response stays the same when the resource changes', async () => {
  const [key, customer] = [randomUUID(), { ...newCustomer(), name: 'Ada' }];
  const created = await createCustomer(customer, key);
  await call('PATCH', `/v1/customers/${created.body.id}`, { name: 'Grace' });
  const repeated = await createCustomer(customer, key);
  expect([repeated.text, isReplayed(repeated)]).toEqual([created.text, true]);
});

test('409 while the first request is under way', async () => {
  const licenseKey = await seedLicenseKey(api, seller, { limit_activations: 5 });
  const body = { ...presented(licenseKey), label: 'laptop' };
  const key = keyed(randomUUID());
  const holder = await database.connect();
  await holder.query('begin');
  await holder.query('select 1 from licensing.license_keys where id = $1 for update', [licenseKey.id]);
  const first = callAs(api)('POST', ACTIVATE, body, key);
  await eventually(async () => {
    const { rows } = await database.query(`select 1 from pg_locks where locktype = 'advisory' and granted`);
    return rows.length > 0;
  });
  const second = await callAs(api)('POST', ACTIVATE, body, key);
  expect([second.status, second.body]).toEqual([
    409,
    {
      error: 'IdempotencyKeyInUse',
      detail: 'A request with this Idempotency-Key is under way. Repeat the request later to get its response.',
    },
  ]);
  await holder.query('commit');
  holder.release();
  expect((await first).status).toBe(200);
  expect(isReplayed(await callAs(api)('POST', ACTIVATE, body, key))).toBe(true);
  expect(await activationsOf(licenseKey)).toBe(1);
});

describe('when the database refuses the second transaction', () => {
  /** Makes inserts into a table fail until it is undone. */
  async function refuseInserts(table: string): Promise<() => Promise<void>> {
    await database.query(`create or replace function public.refuse() returns trigger language plpgsql as
      $$ begin raise exception 'refused'; end $$`);
    await database.query(`create trigger refuse before insert on ${table} for each row execute function public.refuse()`);
    return async () => void (await database.query(`drop trigger refuse on ${table}`));
  }

  test('a claimed seat is not claimed again: its session is opened when the request is repeated', async () => {
    const seats = await seedSeats(api, seller, 2);
    const { invitation_token } = await seats.invite();
    const key = keyed(randomUUID());
    const claim = () => callAs(api)('POST', '/v1/customer-seats/claim', { invitation_token }, key);
    api.app.useLogger(false);
    const undo = await refuseInserts('customer_portal.sessions');
    expect((await claim()).status).toBe(500);
    await undo();
    const claimed = await claim();
    expect([claimed.status, claimed.body.seat.status, isReplayed(claimed)]).toEqual([200, 'claimed', false]);
    const session = callAs(api, claimed.body.customer_session_token);
    expect((await session('GET', '/v1/customer-portal/customer-session/introspect')).status).toBe(200);
    expect((await claim()).text).toBe(claimed.text);
    expect((await callAs(api)('POST', '/v1/customer-seats/claim', { invitation_token })).status).toBe(400);
  });

  test('the last free seat is assigned when the request is repeated, to the member that the first one created', async () => {
    const seats = await seedSeats(api, seller, 1);
    const body = { subscription_id: seats.subscription_id, email: `${randomUUID()}@acme.example` };
    const assign = () => call('POST', '/v1/customer-seats', body, key);
    const key = keyed(randomUUID());
    const undo = await refuseInserts('seats.seats');
    expect((await assign()).status).toBe(500);
    await undo();
    const assigned = await assign();
    expect([assigned.status, isReplayed(assigned)]).toEqual([200, false]);
    await database.query(`delete from platform.idempotency_keys where step = ''`);
    const rebuilt = await assign();
    expect([rebuilt.status, rebuilt.body, isReplayed(rebuilt)]).toEqual([200, assigned.body, true]);
    const members = await database.query('select 1 from customer_portal.members where customer_id = $1 and email_key = $2', [
      seats.customer_id,
      body.email,
    ]);
    expect(members.rowCount).toBe(1);
  });
});

test('a purchase in one call is not taken for one that was reported before', async () => {
  const benefit = await seedBenefit(api, seller.organization.id);
  const { id: product_id } = await seedProduct(api, seller.organization.id, { benefits: [benefit.id] });
  const own = { external_id: randomUUID(), license_keys: [{ benefit_id: benefit.id, key: `OWN-${randomUUID()}` }] };
  const body = { product_id, customer: newCustomer(), ...own };
  const key = keyed(randomUUID());
  const reported = await call('POST', '/v1/orders/', body, key);
  expect([reported.text, reported.status]).toEqual([reported.text, 201]);
  await database.query(`delete from platform.idempotency_keys where step = ''`);
  const rebuilt = await call('POST', '/v1/orders/', body, key);
  expect([rebuilt.status, rebuilt.body, isReplayed(rebuilt)]).toEqual([201, reported.body, true]);
  expect(await call('POST', '/v1/orders/', body)).toMatchObject({ status: 200, body: reported.body });
});

test('large requests and responses: 10 MiB of events, and 1,000 license keys', async () => {
  const metadata = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`key_${n}`, 'x'.repeat(150)]));
  const events = Array.from({ length: 1_200 }, (_, n) => ({ name: `call ${n}`, external_customer_id: 'ada', metadata }));
  const payload = JSON.stringify({ events });
  expect(Buffer.byteLength(payload)).toBeGreaterThan(9 * 1024 * 1024);
  const key = keyed(randomUUID());
  const ingested = [];
  for (let attempt = 0; attempt < 2; attempt++) ingested.push(await call('POST', '/v1/events/ingest', payload, key));
  expect(ingested.map((answer) => [answer.status, answer.body, isReplayed(answer)])).toEqual([
    [200, { inserted: 1_200, duplicates: 0 }, false],
    [200, { inserted: 1_200, duplicates: 0 }, true],
  ]);
  expect((await database.query('select count(*)::int from metering.events')).rows).toEqual([{ count: 1_200 }]);
  const spaced = await call('POST', '/v1/events/ingest', JSON.stringify({ events }, null, 1), key);
  expect([spaced.status, isReplayed(spaced)]).toEqual([200, true]);
  const others = JSON.stringify({ events: [...events.slice(1), { ...events[0], name: 'another' }] });
  const changed = await call('POST', '/v1/events/ingest', others, key);
  expect([changed.status, changed.body.detail?.[0].type]).toEqual([422, 'idempotency_key_reused']);

  const [customer, benefit] = [await seedCustomer(api, seller.organization.id), await seedBenefit(api, seller.organization.id)];
  const license_keys = Array.from({ length: 1_000 }, () => ({ customer_id: customer.id, benefit_id: benefit.id }));
  const issued = [];
  for (let attempt = 0; attempt < 2; attempt++) issued.push(await call('POST', '/v1/license-keys/', { license_keys }, key));
  expect(issued.map((answer) => [answer.status, answer.body.detail?.[0].type])).toEqual([
    [422, 'idempotency_key_reused'],
    [422, 'idempotency_key_reused'],
  ]);
  const other = keyed(randomUUID());
  const [first, second] = [
    await call('POST', '/v1/license-keys/', { license_keys }, other),
    await call('POST', '/v1/license-keys/', { license_keys }, other),
  ];
  expect([first.status, first.body.items.length]).toEqual([201, 1_000]);
  expect(second.text === first.text).toBe(true);
});

test('a body that is nested deeply is compared as well', async () => {
  const nested = `${'['.repeat(255)}${']'.repeat(255)}`;
  const email = `${randomUUID()}@example.com`;
  const send = (key: string) => call('POST', '/v1/customers/', `{"email":"${email}","unknown":${nested}}`, keyed(key));
  const key = randomUUID();
  expect([(await send(key)).status, isReplayed(await send(key))]).toEqual([201, true]);
});

test('nothing is stored in plain text, and nothing at all without the header', async () => {
  await database.query('truncate platform.idempotency_keys');
  const licenseKey = await seedLicenseKey(api, seller);
  await callAs(api)('POST', VALIDATE, presented(licenseKey));
  const stored = async () => (await database.query('select * from platform.idempotency_keys')).rows;
  expect(await stored()).toEqual([]);
  await callAs(api)('POST', VALIDATE, presented(licenseKey), keyed('a-key-of-mine'));
  const rows = await stored();
  expect(rows.map(({ step }) => step).sort()).toEqual(['']);
  const text = Buffer.concat(rows.flatMap((row) => [row.key, row.request, row.encrypted])).toString('latin1');
  expect([licenseKey.key, licenseKey.id, 'a-key-of-mine'].filter((secret) => text.includes(secret))).toEqual([]);
});

test('browsers may send the header and read the answer', async () => {
  const preflight = await callAs(api)('OPTIONS', VALIDATE);
  expect(preflight.headers['access-control-allow-headers']).toContain('Idempotency-Key');
  expect(preflight.headers['access-control-expose-headers']).toContain('Idempotency-Replayed');
});
