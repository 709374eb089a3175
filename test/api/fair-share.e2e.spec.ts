import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import pg from 'pg';
import { requestActivity } from '#engine/tenancy';
import { LastUsedWriter } from '../../libs/organizations/src/adapters/auth/last-used-writer.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { type Answer, type Call, callAs } from '../support/call.ts';
import { eventually } from '../support/eventually.ts';
import { type SeededOrganization, seedOrganization } from '../support/seed.ts';
import { untilBlocked } from '../support/until-blocked.ts';

const LIST = '/v1/benefits/';
const OTHER_LIST = '/v1/customers/';
/** A tenant has two connections for lists, and a waiting line of 1,000. */
const MORE_THAN_WAIT = 1_010;

let api: TestApi;
let observer: pg.Client;
/** Not the observer: in a transaction, the activity of others is read once. */
let holder: pg.Client;
let greedy: SeededOrganization;
let modest: SeededOrganization;
let callGreedy: Call;
let callModest: Call;
beforeAll(async () => {
  api = await startApi({ DATABASE_CONNECTIONS: '10' });
  [observer, holder] = [new pg.Client(api.databaseUrl), new pg.Client(api.databaseUrl)];
  await Promise.all([observer.connect(), holder.connect()]);
  [greedy, modest] = [await seedOrganization(api), await seedOrganization(api)];
  [callGreedy, callModest] = [callAs(api, greedy.oat), callAs(api, modest.oat)];
  // Organizations of other suites are active until two seconds after their last request.
  await eventually(async () => !requestActivity.isAnotherActive(greedy.organization.id, performance.now()));
});
afterAll(async () => {
  await Promise.all([observer.end(), holder.end()]);
  await api.close();
});

/** Lists of benefits do not end before the returned object is disposed. */
async function blockedLists(): Promise<AsyncDisposable> {
  await holder.query('begin; lock table catalog.benefits in access exclusive mode');
  return { [Symbol.asyncDispose]: async () => void (await holder.query('rollback')) };
}

const isOverload = ({ status, headers, body }: Answer): boolean =>
  status === 429 && Number(headers['retry-after']) > 0 && body.error === 'TooManyRequests' && typeof body.detail === 'string';

test('a tenant that asks for everything gets 429, and everybody else is served', async () => {
  const answers: Promise<Answer[]>[] = [];
  {
    await using blocked = new AsyncDisposableStack();
    blocked.use(await blockedLists());
    const sent = Array.from({ length: MORE_THAN_WAIT }, () => callGreedy('GET', LIST));
    answers.push(Promise.all(sent));
    await untilBlocked(observer);

    const others = await Promise.all(Array.from({ length: 20 }, () => callModest('GET', OTHER_LIST)));
    expect(others.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect((await callAs(api)('GET', '/health/ready')).status).toBe(200);
    // On a busy machine it counts as slow, and gets a further connection when nobody else is active.
    await eventually(async () => (await callGreedy('GET', `/v1/organizations/${greedy.organization.id}`)).status === 200);
    await Promise.any(sent);
  }
  const [all] = await Promise.all(answers);
  // On a busy machine, some wait for as long as a request may.
  const refused = all!.filter(({ status }) => status !== 200 && status !== 503);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.every(isOverload)).toBe(true);
  expect((await callGreedy('GET', LIST)).status).toBe(200);
});

test('a statement that takes too long is a 429', async () => {
  await using blocked = new AsyncDisposableStack();
  blocked.use(await blockedLists());
  const slow = callGreedy('GET', LIST);
  // The same error as that of a timeout.
  await observer.query('select pg_cancel_backend(pid) from unnest($1::int[]) as pid', [await untilBlocked(observer)]);
  const answer = await slow;
  expect([isOverload(answer), answer.body.detail]).toEqual([true, expect.stringContaining('takes the database too long')]);
});

test('while a table is locked, the tenant goes on with another one', async () => {
  const create = () => callGreedy('POST', '/v1/benefits/', { type: 'custom', description: 'New', properties: {} });
  /** A round in which nothing that waits for the lock ended before what does not need it. */
  const goesOn = async (): Promise<boolean> => {
    let [ended, hasGoneOn] = [0, false];
    const waiting: Promise<unknown>[] = [];
    {
      await using blocked = new AsyncDisposableStack();
      blocked.use(await blockedLists());
      const locked = Array.from({ length: 10 }, () => [create(), callGreedy('GET', LIST)]).flat();
      waiting.push(...locked.map((answer) => answer.finally(() => ended++)));
      await untilBlocked(observer, { count: 3 });
      const answers = await Promise.all([
        callGreedy('GET', OTHER_LIST),
        callGreedy('GET', `/v1/organizations/${greedy.organization.id}`),
      ]);
      hasGoneOn = ended === 0 && answers.every(({ status }) => status === 200);
    }
    await Promise.all(waiting);
    return hasGoneOn;
  };
  await eventually(goesOn);
  expect((await create()).status).toBe(201);
});

test('large bodies of a tenant are read one at a time; one that never arrives holds up nobody else', async () => {
  const events = Array.from({ length: 8_000 }, () => ({ name: 'call', external_customer_id: 'somebody' }));
  const ingest = (call: Call) => call('POST', '/v1/events/ingest', { events });
  await api.app.listen(0, '127.0.0.1');
  const uploader = await seedOrganization(api);
  const { port } = api.app.getHttpServer().address() as AddressInfo;
  const stalled = connect(port, '127.0.0.1');
  await once(stalled, 'connect');
  const head = ['POST /v1/events/ingest HTTP/1.1', 'Host: localhost', `Authorization: Bearer ${uploader.oat}`];
  stalled.write(`${[...head, 'Content-Type: application/json', 'Content-Length: 1000000'].join('\r\n')}\r\n\r\n{"events":[`);
  await eventually(() => isUsed(uploader));

  let isAnswered = false;
  const second = ingest(callAs(api, uploader.oat)).finally(() => (isAnswered = true));
  expect((await ingest(callModest)).body).toEqual({ inserted: 8_000, duplicates: 0 });
  expect(isAnswered).toBe(false);

  stalled.destroy();
  expect((await second).body).toEqual({ inserted: 8_000, duplicates: 0 });
});

test('a body that turns out to be no HTTP gives its place back', async () => {
  const sender = await seedOrganization(api);
  const { port } = api.app.getHttpServer().address() as AddressInfo;
  const head = ['POST /v1/events/ingest HTTP/1.1', 'Host: localhost', `Authorization: Bearer ${sender.oat}`];
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined).resume();
  socket.write(`${[...head, 'Content-Type: application/json', 'Transfer-Encoding: chunked'].join('\r\n')}\r\n\r\n1\r\n{\r\n`);
  await eventually(() => isUsed(sender));
  socket.write('zz\r\n');
  await once(socket, 'close');
  const events = Array.from({ length: 8_000 }, () => ({ name: 'call', external_customer_id: 'somebody' }));
  expect((await callAs(api, sender.oat)('POST', '/v1/events/ingest', { events })).status).toBe(200);
});

test.each([
  ['a comma too many', (json: string) => json.replace(/\]\}$/, ',]}')],
  ['an end that is missing', (json: string) => json.slice(0, -1)],
  ['a word that is none', (json: string) => json.replace('"call"', 'call')],
])('a long body with %s gets the error of JSON.parse', async (_, damage) => {
  const json = damage(
    JSON.stringify({ events: Array.from({ length: 8_000 }, () => ({ name: 'call', external_customer_id: 'x' })) }),
  );
  let reason = '';
  try {
    JSON.parse(json);
  } catch (error) {
    reason = (error as Error).message;
  }
  const { status, body } = await callModest('POST', '/v1/events/ingest', json);
  expect([status, body.detail]).toEqual([422, [expect.objectContaining({ type: 'json_invalid', ctx: { error: reason } })]]);
  expect(body.detail[0].loc).toEqual(['body', expect.any(Number)]);
});

/** Whether the token was looked up. */
async function isUsed({ organization }: SeededOrganization): Promise<boolean> {
  await api.app.get(LastUsedWriter).flush();
  const { rows } = await observer.query<{ used: boolean }>(
    'select bool_or(last_used_at is not null) as used from organizations.access_tokens where organization_id = $1',
    [organization.id],
  );
  return rows[0]!.used;
}
