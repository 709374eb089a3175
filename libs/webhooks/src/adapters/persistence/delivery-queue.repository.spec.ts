import { aPendingEvent, NOW, openEventLog } from '../../../testing/open-event-log.ts';
import { anEndpoint, HOSTS, ORGANIZATION, OTHER_ORGANIZATION } from '../../../testing/webhook-endpoint.builder.ts';
import type { ClaimedDelivery, FinishedAttempt } from '../../domain/delivery-queue.ts';

const LIMITS = { total: 100, perEndpoint: 10, perOrganization: 50, leaseMs: 60_000 };
const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);

let opened: Awaited<ReturnType<typeof openEventLog>>;
beforeAll(async () => {
  opened = await openEventLog();
});
beforeEach(() => opened.clear());
afterAll(() => opened.close());

/** An endpoint with this many due deliveries. */
let sources = 0;
async function endpointWith(deliveries: number, organizationId = ORGANIZATION): Promise<string> {
  const endpoint = anEndpoint()
    .of(organizationId)
    .wanting(`kind.${(sources += 1)}`)
    .build();
  await opened.endpoints.add(endpoint);
  for (let i = 0; i < deliveries; i++) {
    await opened.log.record(aPendingEvent((sources += 1), { organizationId, type: endpoint.snapshot.events[0]! }));
  }
  await opened.publish();
  return endpoint.id;
}

const claim = (limits: Partial<typeof LIMITS> = {}, now = NOW) => opened.queue.claim({ ...LIMITS, ...limits }, now);
const countBy = (claimed: readonly ClaimedDelivery[]) =>
  Object.fromEntries([...Map.groupBy(claimed, ({ endpoint }) => endpoint.id)].map(([id, own]) => [id, own.length]));
const finished = (delivery: ClaimedDelivery, verdict: FinishedAttempt['verdict'], httpCode = 200): FinishedAttempt => ({
  delivery,
  verdict,
  attempt: { httpCode, response: null, retryAfter: null },
  startedAt: NOW,
});
const states = () =>
  opened.rows<object>('select status, attempts, last_http_code, claimed_until from webhooks.deliveries order by sequence');

test('a claim has what the request needs, and nobody else gets the delivery before it ends', async () => {
  const id = await endpointWith(1);
  expect(await claim()).toMatchObject([
    {
      organizationId: ORGANIZATION,
      sequence: 1,
      message: { body: expect.stringContaining('"n"'), organizationName: 'Acme' },
      number: 1,
      isTest: false,
      claimedUntil: at(60),
      endpoint: { id, url: 'https://example.com/hooks', format: 'raw', envelope: 'standard', secrets: [Buffer.from('first')] },
    },
  ]);
  expect(await claim({}, at(59))).toEqual([]);
  expect(await claim({}, at(60))).toHaveLength(1);
});

test('endpoints take turns, however many deliveries one of them has', async () => {
  const busy = await endpointWith(30);
  const quiet = await endpointWith(2);
  expect(countBy(await claim({ total: 6 }))).toEqual({ [busy]: 4, [quiet]: 2 });
});

test('who has nothing under way comes first, however long others wait', async () => {
  const [busy, ours] = [await endpointWith(30), await endpointWith(30)];
  expect(countBy(await claim({ total: 8 }))).toEqual({ [busy]: 4, [ours]: 4 });
  const quiet = await endpointWith(1, OTHER_ORGANIZATION);
  expect(countBy(await claim({ total: 1 }))).toEqual({ [quiet]: 1 });
});

test('an endpoint has at most ten claims at once, of all workers together', async () => {
  const id = await endpointWith(25);
  const claims = await Promise.all([claim(), claim(), claim()]);
  expect(countBy(claims.flat())).toEqual({ [id]: 10 });
  await opened.queue.finish(
    claims
      .flat()
      .slice(0, 4)
      .map((delivery) => finished(delivery, { status: 'succeeded' })),
  );
  expect(countBy(await claim())).toEqual({ [id]: 4 });
});

test('an endpoint without a response gets one request at a time until it responds, so that it takes no places of others', async () => {
  const id = await endpointWith(30);
  const failing = (delivery: ClaimedDelivery, httpCode: number | null): FinishedAttempt => {
    const verdict = { status: 'pending', nextAttemptAt: at(3600) } as const;
    return { ...finished(delivery, verdict), attempt: { httpCode, response: null, retryAfter: null } };
  };
  await opened.queue.finish((await claim()).map((delivery) => failing(delivery, null)));
  const [probe, ...others] = await claim();
  expect(others).toEqual([]);
  await opened.queue.finish([failing(probe!, 500)]);
  expect(countBy(await claim())).toEqual({ [id]: 10 });
});

test('so has an organization, while another one goes on', async () => {
  const [first, second] = [await endpointWith(10), await endpointWith(10)];
  const other = await endpointWith(10, OTHER_ORGANIZATION);
  const claimed = countBy(await claim({ perOrganization: 12 }));
  expect([claimed[first]! + claimed[second]!, claimed[other]]).toEqual([12, 10]);
  expect(await claim({ perOrganization: 12 })).toEqual([]);
});

test('organizations that are counted together have as many as one', async () => {
  const [first, second] = [await endpointWith(10), await endpointWith(10, OTHER_ORGANIZATION)];
  await opened.rows(
    `insert into platform.quotas (organization_id, quota_id)
     values ('${OTHER_ORGANIZATION}', '${ORGANIZATION}'), (gen_random_uuid(), gen_random_uuid())`,
  );
  const claimed = countBy(await claim({ perOrganization: 12 }));
  expect(claimed[first]! + claimed[second]!).toBe(12);
  expect(await claim({ perOrganization: 12 })).toEqual([]);
  await opened.rows('delete from platform.quotas');
  expect(await claim({ perOrganization: 12 })).toHaveLength(8);
});

test('an attempt is stored with the next state of its delivery', async () => {
  await endpointWith(3);
  const [first, second, third] = await claim();
  await opened.queue.finish([
    finished(first!, { status: 'succeeded' }),
    finished(second!, { status: 'pending', nextAttemptAt: at(5) }, 500),
    finished(third!, { status: 'failed', isGone: false }, 404),
  ]);
  expect(await states()).toEqual([
    { status: 'succeeded', attempts: 1, last_http_code: 200, claimed_until: null },
    { status: 'pending', attempts: 1, last_http_code: 500, claimed_until: null },
    { status: 'failed', attempts: 1, last_http_code: 404, claimed_until: null },
  ]);
  expect(await claim({}, at(4))).toEqual([]);
  expect(await claim({}, at(5))).toMatchObject([{ eventId: second!.eventId, number: 2 }]);
  const attempts = 'select http_code from webhooks.attempts order by http_code';
  expect(await opened.rows(attempts)).toEqual([{ http_code: 200 }, { http_code: 404 }, { http_code: 500 }]);
});

test('attempts of each sort are counted', async () => {
  await endpointWith(3);
  const [first, second, third] = await claim();
  await opened.queue.finish([finished(first!, { status: 'succeeded' }), finished(second!, { status: 'succeeded' })]);
  await opened.queue.finish([finished(third!, { status: 'pending', nextAttemptAt: at(5) }, 500)]);
  expect(await opened.rows('select number::int, http_code from webhooks.attempt_counts order by http_code')).toEqual([
    { number: 2, http_code: 200 },
    { number: 1, http_code: 500 },
  ]);
  await opened.log.deleteOld({ bodies: at(1), events: at(1) });
  expect(await opened.rows('select number::int from webhooks.attempt_counts')).toEqual([{ number: 0 }, { number: 0 }]);
});

test('a claim that ended changes nothing any more', async () => {
  await endpointWith(1);
  const [late] = await claim();
  const [current] = await claim({}, at(60));
  await opened.queue.finish([finished(late!, { status: 'failed', isGone: false }, 500)]);
  expect(await states()).toMatchObject([{ status: 'pending', attempts: 0 }]);
  await opened.queue.finish([finished(current!, { status: 'succeeded' })]);
  expect(await states()).toMatchObject([{ status: 'succeeded' }]);
});

test('a delivery that was skipped while it was sent stays skipped', async () => {
  const id = await endpointWith(1);
  const [delivery] = await claim();
  await opened.endpoints.change({ id, organizations: [ORGANIZATION] }, (endpoint) =>
    endpoint.update({ enabled: false }, HOSTS, NOW),
  );
  await opened.queue.finish([finished(delivery!, { status: 'pending', nextAttemptAt: at(5) }, 500)]);
  expect(await states()).toMatchObject([{ status: 'skipped' }]);
  expect(await claim({}, at(1000))).toEqual([]);
});

test('an endpoint that succeeds after failures is reported', async () => {
  const id = await endpointWith(2);
  const [first, second] = await claim();
  expect(await opened.queue.finish([finished(first!, { status: 'succeeded' })])).toEqual([]);
  await opened.endpoints.change({ id, organizations: [ORGANIZATION] }, (endpoint) => endpoint.recordFailure(NOW));
  expect(await opened.queue.finish([finished(second!, { status: 'succeeded' })])).toEqual([id]);
});

test('during an overlap, a claim has both secrets', async () => {
  const id = await endpointWith(1);
  const which = { id, organizations: [ORGANIZATION] };
  await opened.endpoints.change(which, (endpoint) => endpoint.resetSecret(Buffer.from('second'), 30, NOW));
  expect((await claim())[0]!.endpoint.secrets.map(String)).toEqual(['second', 'first']);
  expect((await claim({}, at(60)))[0]!.endpoint.secrets.map(String)).toEqual(['second']);
});

describe('an endpoint that is disabled with many pending deliveries', () => {
  const change = (id: string, enabled: boolean) =>
    opened.endpoints.change({ id, organizations: [ORGANIZATION] }, (endpoint) => endpoint.update({ enabled }, HOSTS, NOW));
  const counts = () => opened.rows('select status, count(*)::int as number from webhooks.deliveries group by 1 order by 1');
  /** Copies of its one delivery. */
  const multiply = (number: number) =>
    opened.rows(`with copied as (
      insert into webhooks.events (id, organization_id, sequence, type, organization_name, body, occurred_at, created_at)
      select gen_random_uuid(), organization_id, 1000000 + n, type, organization_name, body, occurred_at, created_at
      from webhooks.events, generate_series(1, ${number}) n returning id, sequence)
      insert into webhooks.deliveries (event_id, endpoint_id, organization_id, sequence, is_test, status, attempts, next_attempt_at, created_at)
      select c.id, d.endpoint_id, d.organization_id, c.sequence, false, 'pending', 0, d.next_attempt_at, d.created_at
      from webhooks.deliveries d, copied c`);

  test('gets none of them, and each transaction skips a bounded number', async () => {
    const id = await endpointWith(1);
    await multiply(4_999);
    const [sent] = await claim({ total: 1 });
    await change(id, false);
    expect(await counts()).toEqual([
      { status: 'pending', number: 3_000 },
      { status: 'skipped', number: 2_000 },
    ]);
    await opened.queue.finish([finished(sent!, { status: 'pending', nextAttemptAt: NOW }, 500)]);
    expect(await claim()).toEqual([]);
    const steps = [];
    do steps.push(await opened.queue.skip());
    while (steps.at(-1));
    expect(steps).toEqual([true, true, false]);
    expect(await counts()).toEqual([{ status: 'skipped', number: 5_000 }]);
  });

  test('gets what became due after it was enabled again, once the others are skipped', async () => {
    const id = await endpointWith(1);
    await multiply(2_999);
    await change(id, false);
    await change(id, true);
    const [{ type }] = (await opened.rows<{ type: string }>('select type from webhooks.events limit 1')) as [{ type: string }];
    await opened.log.record(aPendingEvent((sources += 1), { type }));
    await opened.publish();
    expect(await claim()).toEqual([]);
    while (await opened.queue.skip());
    expect(await claim()).toHaveLength(1);
    expect(await counts()).toEqual([
      { status: 'pending', number: 1 },
      { status: 'skipped', number: 3_000 },
    ]);
  });
});
