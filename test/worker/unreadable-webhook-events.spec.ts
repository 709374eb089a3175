import { EntityManager } from '@mikro-orm/postgresql';
import { eventually } from '../support/eventually.ts';
import { openWebhookFixture, type WebhookFixture } from '../support/webhook-fixture.ts';

let fixture: WebhookFixture;
beforeAll(async () => {
  fixture = await openWebhookFixture();
  await fixture.seller('GET', '/v1/webhooks/events');
});
afterAll(() => fixture.close());

const rows = (sql: string): Promise<Record<string, unknown>[]> => fixture.api.app.get(EntityManager).fork().execute(sql);
/** The event that nobody can read is not described. */
const feed = async () => {
  const headers = { authorization: `Bearer ${fixture.ours.oat}` };
  return (await fixture.api.app.inject({ url: '/v1/webhooks/events', headers })).json().items;
};

test('an event that cannot be read keeps no other waiting, and is published without its resource in the end', async () => {
  const id = crypto.randomUUID();
  // No reader knows this kind.
  await rows(`insert into webhooks.pending_events (source_id, organization_id, type, aggregate_id, payload, occurred_at)
    select -n, '${fixture.ours.organization.id}', 'fault.happened', '${id}', '{"reason": "test"}', now() from generate_series(1, 250) n`);
  await fixture.create('/v1/customers/', { email: 'ada@example.com' });
  await eventually(async () => (await feed()).some(({ type }: { type: string }) => type === 'customer.created'));
  const pending = await rows('select count(*)::int as number, min(failures) as failures from webhooks.pending_events');
  expect(pending).toEqual([{ number: 250, failures: expect.any(Number) }]);
  expect(pending[0]!['failures']).toBeGreaterThan(0);

  const read = (await feed()).at(-1).sequence;
  await rows('delete from webhooks.pending_events where source_id < -1');
  await rows('update webhooks.pending_events set failures = 45, next_attempt_at = null');
  await eventually(async () => (await rows('select 1 from webhooks.pending_events')).length === 0);
  const published = (await feed()).filter(({ sequence }: { sequence: number }) => sequence > read);
  const event = published.find(({ type }: { type: string }) => type === 'fault.happened');
  expect(JSON.parse(event.payload)).toMatchObject({ type: 'fault.happened', data: { id, reason: 'test' } });
});
