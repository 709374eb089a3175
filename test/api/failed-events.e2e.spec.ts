import { EntityManager } from '@mikro-orm/postgresql';
import { CommandBus } from '@nestjs/cqrs';
import { randomUUID } from 'node:crypto';
import { SetOrganizationStatus } from '#organizations';
import { type Answer, callAs } from '../support/call.ts';
import { Contract } from '../support/contract.ts';
import { seedFailedEvent } from '../support/seed-failed-event.ts';
import { seedOrganization } from '../support/seed.ts';
import { openSellerFixture, type SellerFixture } from '../support/seller-fixture.ts';

type Body = Answer['body'];

let fixture: SellerFixture;
let contract: Contract;
beforeAll(async () => {
  fixture = await openSellerFixture();
  contract = Contract.of(fixture.api);
});
afterAll(() => fixture.close());

/** An organization of its own, with a token of it. */
async function seller() {
  const seeded = await seedOrganization(fixture.api);
  const call = callAs(fixture.api, seeded.oat);
  const ask = async (name: string, path = '', body?: object, headers?: Record<string, string>): Promise<Answer> => {
    const method = name.split(' ')[0] as 'GET' | 'POST';
    const answer = await call(method, `/v1/failed-events/${path}`, body, headers);
    expect(contract.violations(name, answer)).toEqual([]);
    return answer;
  };
  return {
    ...seeded,
    id: seeded.organization.id,
    fail: (options: Parameters<typeof seedFailedEvent>[2] = {}) => seedFailedEvent(fixture.api, seeded.organization.id, options),
    list: async (query = ''): Promise<Body> => (await ask('GET /v1/failed-events/', query)).body,
    get: (id: string) => ask('GET /v1/failed-events/{id}', id),
    retry: (id: string, headers?: Record<string, string>) =>
      ask('POST /v1/failed-events/{id}/retry', `${id}/retry`, undefined, headers),
    retryAll: (body?: object) => ask('POST /v1/failed-events/retry', 'retry', body),
  };
}

const idsOf = ({ items }: Body): string[] => items.map(({ id }: Body) => id);

test('a failed event tells what failed and why, without internals', async () => {
  const { id: organization_id, fail, get, list } = await seller();
  const { id } = await fail({ reason: 'mail', subscriber: 'SendKeyWhenIssued', name: 'license_key.issued' });
  const event = {
    id,
    organization_id,
    event: 'license_key.issued',
    event_number: expect.stringMatching(/^\d+$/),
    resource_id: expect.any(String),
    occurred_at: '2026-11-20T12:00:00.000Z',
    failed_at: '2026-11-20T18:00:00.000Z',
    subscriber: 'SendKeyWhenIssued',
    reason: 'mail',
    detail: 'The mail server did not take the e-mail.',
    status: 'failed',
  };
  expect((await get(id)).body).toEqual(event);
  expect(await list()).toEqual({ items: [event], pagination: { total_count: 1, max_page: 1 } });
});

test.each(['refused', 'mail', 'unavailable', 'unexpected'] as const)('there is a sentence for the reason %s', async (reason) => {
  const { fail, get } = await seller();
  const { body } = await get((await fail({ reason })).id);
  expect(body.detail).toMatch(/^[A-Z].*\.$/);
});

test('the list begins with what failed last, in pages, and is filtered by status', async () => {
  const { fail, list } = await seller();
  const first = await fail({ failed_at: '2026-11-18T00:00:00Z' });
  const third = await fail({ failed_at: '2026-11-20T00:00:00Z', status: 'retrying' });
  const second = await fail({ failed_at: '2026-11-19T00:00:00Z', status: 'retry_requested' });
  expect(idsOf(await list())).toEqual([third.id, second.id, first.id]);
  expect(idsOf(await list('?limit=2&page=2'))).toEqual([first.id]);
  expect(idsOf(await list('?status=retrying'))).toEqual([third.id, second.id]);
  expect(idsOf(await list('?status=failed'))).toEqual([first.id]);
});

test('retrying asks for further attempts once, and is in the audit log', async () => {
  const { oat, fail, retry, get } = await seller();
  const { id } = await fail();
  expect(await retry(id)).toMatchObject({ status: 202, body: { events: 1 } });
  expect((await get(id)).body.status).toBe('retrying');
  expect(await retry(id)).toMatchObject({ status: 202 });
  const log = await callAs(fixture.api, oat)('GET', `/v1/audit-log/?resource_id=${id}`);
  expect(log.body.items).toEqual([
    expect.objectContaining({
      operation: 'POST /v1/failed-events/{id}/retry',
      action: 'updated',
      resource: { type: 'failed_event', id },
      changes: { status: { before: 'failed', after: 'retry_requested' } },
    }),
  ]);
});

test('all that wait are retried at once, and none of others', async () => {
  const { fail, retryAll, list } = await seller();
  const other = await seller();
  await other.fail();
  await fail();
  await fail();
  await fail({ status: 'retrying' });
  expect(await retryAll()).toMatchObject({ status: 202, body: { events: 2 } });
  expect(await retryAll({})).toMatchObject({ status: 202, body: { events: 0 } });
  expect((await list('?status=failed')).items).toEqual([]);
  expect((await other.list('?status=failed')).items).toHaveLength(1);
});

test('what belongs to others does not exist', async () => {
  const [ours, theirs] = [await seller(), await seller()];
  const { id } = await theirs.fail();
  for (const missing of [id, randomUUID()]) {
    expect((await ours.get(missing)).status).toBe(404);
    expect((await ours.retry(missing)).status).toBe(404);
  }
  expect(await ours.list(`?organization_id=${theirs.id}`)).toMatchObject({ items: [] });
});

test('a blocked organization reads, and retries nothing', async () => {
  const { organization, fail, retry, retryAll, get } = await seller();
  const { id } = await fail();
  await fixture.api.app.get(CommandBus).execute(new SetOrganizationStatus({ slug: organization.slug }, 'blocked'));
  expect((await get(id)).body.status).toBe('failed');
  expect((await retry(id)).status).toBe(403);
  expect((await retryAll()).status).toBe(403);
});

test.each([
  ['GET', '?status=done'],
  ['GET', '?page=0'],
  ['GET', 'no-id'],
  ['POST', 'no-id/retry'],
] as const)('%s %s is refused with 422', async (method, path) => {
  const { oat } = await seller();
  const { status } = await callAs(fixture.api, oat)(method, `/v1/failed-events/${path}`);
  expect(status).toBe(422);
});

test('a member of the organization who is not one of its leaders sees none and retries none', async () => {
  const { organization, id, fail, tokenAs } = await seller();
  const failed = await fail();
  const member = callAs(fixture.api, await tokenAs('member'));
  expect((await member('GET', '/v1/failed-events/')).body.items).toEqual([]);
  expect((await member('POST', `/v1/failed-events/${failed.id}/retry`)).status).toBe(404);
  expect((await member('POST', '/v1/failed-events/retry', { organization_id: id })).status).toBe(403);
  const stored = await fixture.api.app
    .get(EntityManager)
    .fork()
    .execute('select status from platform.failed_events where organization_id = ?', [organization.id]);
  expect(stored).toEqual([{ status: 'failed' }]);
});
