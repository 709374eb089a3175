import { randomUUID } from 'node:crypto';
import { SetOrganizationStatus } from '#organizations';
import { CommandBus } from '@nestjs/cqrs';
import { startApi, type TestApi } from '../support/api.ts';
import { type Answer, type Call, callAs } from '../support/call.ts';
import { Contract } from '../support/contract.ts';
import { type SeededOrganization, seedOrganization } from '../support/seed.ts';

const DAY = 86_400;
const GET = 'GET /v1/organizations/{id}/test-clock';
const ADVANCE = 'POST /v1/organizations/{id}/test-clock/advance';
const UNAVAILABLE = { error: 'ResourceNotFound', detail: 'Organizations have test clocks only in a sandbox.' };

let sandbox: TestApi;
let production: TestApi;
let contract: Contract;
beforeAll(async () => {
  sandbox = await startApi({ ENVIRONMENT: 'sandbox' });
  production = await startApi();
  contract = Contract.of(sandbox);
});
afterAll(async () => {
  await sandbox.close();
  await production.close();
});

const urlOf = ({ organization }: SeededOrganization): string => `/v1/organizations/${organization.id}/test-clock`;
async function show(call: Call, of: SeededOrganization): Promise<Answer> {
  const answer = await call('GET', urlOf(of));
  expect(contract.violations(GET, answer)).toEqual([]);
  return answer;
}
async function advance(call: Call, of: SeededOrganization, body: object, headers = {}): Promise<Answer> {
  const answer = await call('POST', `${urlOf(of)}/advance`, body, headers);
  expect(contract.violations(ADVANCE, answer)).toEqual([]);
  return answer;
}

test('a clock shows the current time until it is moved, by seconds or to a time, and only that of its organization moves', async () => {
  const [ours, theirs] = [await seedOrganization(sandbox), await seedOrganization(sandbox)];
  const call = callAs(sandbox, ours.oat);
  const startedAt = Date.now();
  const shown = await show(call, ours);
  expect([shown.status, shown.body]).toEqual([
    200,
    { organization_id: ours.organization.id, now: expect.any(String), ahead_seconds: 0, status: 'ready', advanced_at: null },
  ]);
  const time = Date.parse(shown.body.now);
  expect(startedAt <= time && time <= Date.now()).toBe(true);

  const moved = await advance(call, ours, { seconds: 30 * DAY });
  expect([moved.status, moved.body.ahead_seconds, moved.body.status]).toEqual([200, 30 * DAY, 'advancing']);
  expect(Date.parse(moved.body.now) - Date.parse(moved.body.advanced_at)).toBe(30 * DAY * 1000);

  const to = new Date(Date.now() + 300 * DAY * 1000).toISOString();
  expect((await advance(call, ours, { to })).body).toMatchObject({ now: to, status: 'advancing' });
  expect(Date.parse((await show(call, ours)).body.now)).toBeGreaterThanOrEqual(Date.parse(to));
  expect((await show(callAs(sandbox, theirs.oat), theirs)).body).toMatchObject({ ahead_seconds: 0, status: 'ready' });
});

test.each<[object, string[]]>([
  [{}, ['body']],
  [{ seconds: 1, to: '2099-01-01T00:00:00Z' }, ['body']],
  [{ seconds: 0 }, ['body', 'seconds']],
  [{ seconds: -1 }, ['body', 'seconds']],
  [{ seconds: 366 * DAY + 1 }, ['body', 'seconds']],
  [{ seconds: 1.5 }, ['body', 'seconds']],
  [{ to: '2020-01-01T00:00:00Z' }, ['body', 'to']],
  [{ to: '9999-01-01T00:00:00Z' }, ['body', 'to']],
  [{ to: 'tomorrow' }, ['body', 'to']],
])('%j is a 422 and moves nothing', async (body, loc) => {
  const ours = await seedOrganization(sandbox);
  const call = callAs(sandbox, ours.oat);
  const answer = await advance(call, ours, body);
  expect([answer.status, answer.body.detail[0].loc]).toEqual([422, loc]);
  expect((await show(call, ours)).body).toMatchObject({ ahead_seconds: 0, advanced_at: null });
});

test('a clock is at most five years ahead', async () => {
  const ours = await seedOrganization(sandbox);
  const call = callAs(sandbox, ours.oat);
  for (let year = 0; year < 4; year++) expect((await advance(call, ours, { seconds: 366 * DAY })).status).toBe(200);
  expect((await advance(call, ours, { seconds: 363 * DAY })).status).toBe(422);
  expect((await advance(call, ours, { seconds: 362 * DAY })).body.ahead_seconds).toBe(1826 * DAY);
  expect((await advance(call, ours, { seconds: 1 })).status).toBe(422);
});

test('of concurrent moves all are made, and one that is repeated with its idempotency key is made once', async () => {
  const ours = await seedOrganization(sandbox);
  const call = callAs(sandbox, ours.oat);
  const key = { 'idempotency-key': randomUUID() };
  const moves = [...Array(8)].map(() => advance(call, ours, { seconds: DAY }));
  expect((await Promise.all(moves)).map(({ body }) => body.ahead_seconds).sort((one, other) => one - other)).toEqual(
    [1, 2, 3, 4, 5, 6, 7, 8].map((days) => days * DAY),
  );
  const first = await advance(call, ours, { seconds: DAY }, key);
  expect((await advance(call, ours, { seconds: DAY }, key)).text).toBe(first.text);
  expect((await show(call, ours)).body.ahead_seconds).toBe(9 * DAY);
});

test('owners and admins move a clock, others and other organizations do not', async () => {
  const [ours, theirs] = [await seedOrganization(sandbox), await seedOrganization(sandbox)];
  for (const role of ['owner', 'admin'] as const) {
    expect((await advance(callAs(sandbox, await ours.tokenAs(role)), ours, { seconds: 1 })).status).toBe(200);
  }
  for (const role of ['member', 'finance'] as const) {
    const call = callAs(sandbox, await ours.tokenAs(role));
    expect([(await show(call, ours)).status, (await advance(call, ours, { seconds: 1 })).status]).toEqual([200, 403]);
  }
  const foreign = callAs(sandbox, theirs.oat);
  expect([(await show(foreign, ours)).status, (await advance(foreign, ours, { seconds: 1 })).status]).toEqual([404, 404]);
  expect((await advance(callAs(sandbox), ours, { seconds: 1 })).status).toBe(401);
  const reading = callAs(sandbox, await ours.tokenWith(['organizations:read']));
  expect([(await show(reading, ours)).status, (await advance(reading, ours, { seconds: 1 })).status]).toEqual([200, 403]);
  await sandbox.app.get(CommandBus).execute(new SetOrganizationStatus({ slug: ours.organization.slug }, 'blocked'));
  expect((await advance(callAs(sandbox, ours.oat), ours, { seconds: 1 })).status).toBe(403);
  expect((await show(callAs(sandbox, ours.oat), ours)).body.ahead_seconds).toBe(2);
});

test('in production there are no test clocks', async () => {
  const ours = await seedOrganization(production);
  const call = callAs(production, ours.oat);
  for (const answer of [await show(call, ours), await advance(call, ours, { seconds: 1 })]) {
    expect([answer.status, answer.body]).toEqual([404, UNAVAILABLE]);
  }
});
