import type { DueEvent } from '../../domain/event-log.ts';
import { aPendingEvent, NOW, openEventLog } from '../../../testing/open-event-log.ts';
import { anEndpoint, HOSTS, ORGANIZATION, OTHER_ORGANIZATION } from '../../../testing/webhook-endpoint.builder.ts';

let opened: Awaited<ReturnType<typeof openEventLog>>;
beforeAll(async () => {
  opened = await openEventLog();
});
beforeEach(() => opened.clear());
afterAll(() => opened.close());

const feed = () =>
  opened.rows<{ source_id: string; sequence: string; body: string }>(
    `select source_id::text, sequence::text, body from webhooks.events where organization_id = '${ORGANIZATION}' order by events.sequence`,
  );

describe('an event is recorded', () => {
  test('if an endpoint wants its kind', async () => {
    await opened.endpoints.add(anEndpoint().wanting('order.paid').build());
    expect(await opened.log.record(aPendingEvent(1))).toBe(true);
    expect(await opened.log.record(aPendingEvent(2, { type: 'order.created' }))).toBe(false);
    expect(await opened.log.record(aPendingEvent(3, { organizationId: OTHER_ORGANIZATION }))).toBe(false);
  });

  test('and only such events are wanted', async () => {
    await opened.endpoints.add(anEndpoint().wanting('order.paid').build());
    const others = [aPendingEvent(2, { type: 'order.created' }), aPendingEvent(3, { organizationId: OTHER_ORGANIZATION })];
    expect(await opened.log.wanted([aPendingEvent(1), ...others])).toEqual(new Set(['1']));
    await opened.log.openFeed(ORGANIZATION, new Date());
    expect(await opened.log.wanted([aPendingEvent(1), ...others])).toEqual(new Set(['1', '2']));
  });

  test('unless the endpoint is disabled or deleted', async () => {
    const [disabled, deleted] = [anEndpoint().disabled().build(), anEndpoint().build()];
    await opened.endpoints.add(disabled);
    await opened.endpoints.add(deleted);
    await opened.endpoints.change({ id: deleted.id, organizations: [ORGANIZATION] }, (endpoint) => endpoint.delete(NOW));
    expect(await opened.log.record(aPendingEvent(1))).toBe(false);
  });

  test('while the feed is open', async () => {
    await opened.log.openFeed(ORGANIZATION, new Date());
    expect(await opened.log.record(aPendingEvent(1))).toBe(true);
    await opened.rows("update webhooks.feeds set read_at = now() - interval '8 days'");
    expect(await opened.log.record(aPendingEvent(2))).toBe(false);
    await opened.log.openFeed(ORGANIZATION, new Date());
    expect(await opened.log.record(aPendingEvent(2))).toBe(true);
  });

  test('once, also after it was published', async () => {
    await opened.endpoints.add(anEndpoint().build());
    expect(await opened.log.record(aPendingEvent(1))).toBe(true);
    expect(await opened.log.record(aPendingEvent(1))).toBe(false);
    await opened.publish();
    expect(await opened.log.record(aPendingEvent(1))).toBe(false);
    expect(await opened.publish()).toBe(0);
  });
});

describe('publishing', () => {
  test('gives positions in the order of the sources, without gaps, for each organization', async () => {
    await opened.log.openFeed(ORGANIZATION, new Date());
    await opened.log.openFeed(OTHER_ORGANIZATION, new Date());
    for (const id of [5, 3, 9]) await opened.log.record(aPendingEvent(id));
    await opened.log.record(aPendingEvent(4, { organizationId: OTHER_ORGANIZATION }));
    expect([await opened.publish(2), await opened.publish(2)]).toEqual([2, 2]);
    await opened.log.record(aPendingEvent(1));
    await opened.publish();
    expect(await feed()).toEqual([
      { source_id: '3', sequence: '1', body: '{"n":3}' },
      { source_id: '5', sequence: '2', body: '{"n":5}' },
      { source_id: '9', sequence: '3', body: '{"n":9}' },
      { source_id: '1', sequence: '4', body: '{"n":1}' },
    ]);
    expect(await opened.rows('select last_sequence::int from webhooks.feeds order by 1')).toEqual([
      { last_sequence: 1 },
      { last_sequence: 4 },
    ]);
  });

  test('by several processes at once publishes each event once, and a reader never sees a lower position later', async () => {
    await opened.log.openFeed(ORGANIZATION, new Date());
    for (let id = 1; id <= 60; id++) await opened.log.record(aPendingEvent(id));
    const seen: number[] = [];
    const published = new AbortController();
    const reading = (async () => {
      while (!published.signal.aborted) {
        const rows = await feed();
        const sequences = rows.map(({ sequence }) => Number(sequence));
        expect(sequences).toEqual(sequences.map((_, index) => index + 1));
        seen.push(sequences.length);
      }
    })();
    const drain = async (): Promise<number> => {
      let total = 0;
      for (let number = 1; number > 0; total += number) number = await opened.publish(7);
      return total;
    };
    const totals = await Promise.all([drain(), drain(), drain()]);
    published.abort();
    await reading;
    expect(totals.reduce((sum, each) => sum + each)).toBe(60);
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect(await feed()).toHaveLength(60);
  });

  test('skips an event that was recorded again while it was published', async () => {
    await opened.log.openFeed(ORGANIZATION, new Date());
    await opened.log.record(aPendingEvent(1));
    await opened.publish();
    await opened.rows(`insert into webhooks.pending_events (source_id, organization_id, type, aggregate_id, payload, occurred_at)
      select source_id, organization_id, type, id, '{}', occurred_at from webhooks.events`);
    await opened.log.record(aPendingEvent(2));
    expect(await opened.publish()).toBe(1);
    expect(await feed()).toMatchObject([{ source_id: '1' }, { source_id: '2', sequence: '2' }]);
  });

  test('stores nothing if the bodies cannot be read', async () => {
    await opened.log.openFeed(ORGANIZATION, new Date());
    await opened.log.record(aPendingEvent(1));
    const failing = opened.log.publish(10, () => Promise.reject(new Error('no database')), NOW);
    await expect(failing).rejects.toThrow('no database');
    expect(await feed()).toEqual([]);
    expect(await opened.publish()).toBe(1);
  });

  test('postpones events without a message, which are published later at the end of the feed', async () => {
    await opened.log.openFeed(ORGANIZATION, new Date());
    for (const id of [1, 2, 3]) await opened.log.record(aPendingEvent(id));
    const seen: string[] = [];
    const without = (sourceId: string) => (pending: readonly DueEvent[]) => {
      seen.push(...pending.map((event) => `${event.sourceId}: ${event.failures}`));
      const readable = pending.filter((event) => event.sourceId !== sourceId);
      return Promise.resolve(new Map(readable.map((event) => [event.sourceId, { body: '{}', organizationName: 'Acme' }])));
    };
    const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);
    expect(await opened.log.publish(10, without('2'), NOW)).toBe(3);
    expect(await opened.log.publish(10, without('2'), later(0.9))).toBe(0);
    expect(await opened.log.publish(10, without('2'), later(1))).toBe(1);
    expect(await opened.log.publish(10, without('none'), later(2.9))).toBe(0);
    expect(await opened.log.publish(10, without('none'), later(3))).toBe(1);
    expect(seen).toEqual(['1: 0', '2: 0', '3: 0', '2: 1', '2: 2']);
    expect((await feed()).map(({ source_id, sequence }) => [source_id, sequence])).toEqual([
      ['1', '1'],
      ['3', '2'],
      ['2', '3'],
    ]);
  });

  test('makes a delivery for each endpoint that wants the kind at that moment', async () => {
    const [wanting, other, disabled] = [
      anEndpoint().build(),
      anEndpoint().wanting('order.created').build(),
      anEndpoint().build(),
    ];
    for (const endpoint of [wanting, other, disabled]) await opened.endpoints.add(endpoint);
    await opened.log.record(aPendingEvent(1));
    const which = { id: disabled.id, organizations: [ORGANIZATION] };
    await opened.endpoints.change(which, (endpoint) => endpoint.update({ enabled: false }, HOSTS, NOW));
    await opened.publish();
    expect(await opened.rows('select endpoint_id, status from webhooks.deliveries')).toEqual([
      { endpoint_id: wanting.id, status: 'pending' },
    ]);
  });
});

describe('filters', () => {
  const [product, otherProduct, benefit, otherBenefit] = ['a', 'b', 'c', 'd'].map(
    (digit) => `${digit.repeat(8)}-0000-4000-8000-000000000000`,
  );
  const deliveredTo = () =>
    opened.rows<{ endpoint_id: string; source_id: string }>(
      'select d.endpoint_id, e.source_id::text from webhooks.deliveries d join webhooks.events e on e.id = d.event_id order by e.source_id',
    );
  const publishAbout = (subjects: Readonly<Record<string, readonly [products: string[], benefits: string[]]>>) => {
    const seen: DueEvent[] = [];
    const freeze = async (pending: readonly DueEvent[]) => {
      seen.push(...pending);
      return new Map(
        pending.map(({ sourceId, isFiltered }) => {
          const [productIds, benefitIds] = subjects[sourceId] ?? [[], []];
          return [
            sourceId,
            { body: '{}', organizationName: 'Acme', ...(isFiltered && { subjects: { productIds, benefitIds } }) },
          ];
        }),
      );
    };
    return opened.log.publish(10, freeze, NOW).then(() => seen.map(({ isFiltered }) => isFiltered));
  };

  test('are alternatives, and what is about neither passes none of them', async () => {
    const [all, ofProduct, ofEither] = [
      anEndpoint().build(),
      anEndpoint()
        .about({ productIds: [product!] })
        .build(),
      anEndpoint()
        .about({ productIds: [product!], benefitIds: [benefit!] })
        .build(),
    ];
    for (const endpoint of [all, ofProduct, ofEither]) await opened.endpoints.add(endpoint);
    for (const id of [1, 2, 3, 4, 5]) await opened.log.record(aPendingEvent(id));
    const filtered = await publishAbout({
      1: [[product!], []],
      2: [[otherProduct!], [benefit!]],
      3: [[otherProduct!], [otherBenefit!]],
      4: [[], []],
      5: [[product!], [otherBenefit!]],
    });
    expect(filtered).toEqual([true, true, true, true, true]);
    const delivered = Map.groupBy(await deliveredTo(), ({ endpoint_id }) => endpoint_id);
    const sourcesOf = ({ id }: { readonly id: string }) => delivered.get(id)?.map(({ source_id }) => source_id);
    expect([sourcesOf(all), sourcesOf(ofProduct), sourcesOf(ofEither)]).toEqual([
      ['1', '2', '3', '4', '5'],
      ['1', '5'],
      ['1', '2', '5'],
    ]);
  });

  test('hold for a redelivered range, and nobody reads what events are about that no filtered endpoint wants', async () => {
    await opened.endpoints.add(
      anEndpoint()
        .wanting('order.created')
        .about({ productIds: [product!] })
        .build(),
    );
    await opened.endpoints.add(anEndpoint().build());
    await opened.log.record(aPendingEvent(1));
    expect(await publishAbout({ 1: [[product!], []] })).toEqual([false]);
    const filtered = anEndpoint()
      .about({ productIds: [product!] })
      .build();
    await opened.endpoints.add(filtered);
    for (const id of [2, 3]) await opened.log.record(aPendingEvent(id));
    await publishAbout({ 2: [[product!], []], 3: [[otherProduct!], []] });
    await opened.rows('truncate webhooks.deliveries');
    const range = {
      endpointId: filtered.id,
      organizationId: ORGANIZATION,
      from: NOW,
      to: new Date(NOW.getTime() + 1),
      which: 'all' as const,
    };
    expect(await opened.log.countRange(range, 10)).toBe(1);
    expect(await opened.log.redeliverRange(range, NOW)).toBe(1);
    expect(await deliveredTo()).toEqual([{ endpoint_id: filtered.id, source_id: '2' }]);
  });
});

test('a delivery whose body is deleted is skipped, so that it takes no place among those that are due', async () => {
  await opened.endpoints.add(anEndpoint().build());
  await opened.log.record(aPendingEvent(1));
  await opened.publish();
  await opened.log.deleteOld({ bodies: new Date(NOW.getTime() + 1), events: NOW });
  expect(await opened.rows('select status from webhooks.deliveries')).toEqual([{ status: 'skipped' }]);
});

test('old bodies are deleted first, and later the events with all that belongs to them', async () => {
  await opened.endpoints.add(anEndpoint().build());
  await opened.log.record(aPendingEvent(1));
  await opened.publish();
  const [before, after] = [new Date(NOW.getTime() - 1), new Date(NOW.getTime() + 1)];
  await opened.log.deleteOld({ bodies: before, events: before });
  expect(await feed()).toMatchObject([{ body: '{"n":1}' }]);
  expect(await opened.log.deleteOld({ bodies: after, events: before })).toBe(false);
  expect(await feed()).toMatchObject([{ body: null }]);
  await opened.log.deleteOld({ bodies: after, events: after });
  expect([await feed(), await opened.rows('select 1 from webhooks.deliveries')]).toEqual([[], []]);
});
