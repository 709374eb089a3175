import { EventRouter } from './event-router.ts';
import type { PublishedEvent } from './published-event.ts';
import type { Subscriber } from './subscriber.ts';

const countThings: Subscriber = { id: 'CountThings', handle: () => Promise.resolve() };

const packLargeThings: Subscriber = {
  id: 'PackLargeThings',
  accepts: ({ payload }) => (payload['size'] as number) > 10,
  handle: () => Promise.resolve(),
};

const event = (name: string, size: number): PublishedEvent => ({
  id: '1',
  name,
  organizationId: 'organization',
  aggregateId: 'thing',
  occurredAt: new Date(0),
  payload: { size },
  isBulk: false,
  requestId: null,
  traceparent: null,
  locale: null,
});

test('an event is routed to the subscribers of its name that accept it, by id', () => {
  const router = new EventRouter(new Map([['thing.made', [countThings, packLargeThings]]]));
  expect(router.subscribersOf(event('thing.made', 11))).toEqual(['CountThings', 'PackLargeThings']);
  expect(router.subscribersOf(event('thing.made', 10))).toEqual(['CountThings']);
  expect(router.subscribersOf(event('thing.lost', 11))).toEqual([]);
});

test('an event is not routed to a subscriber that does not want it now', async () => {
  const asked: string[][] = [];
  const choosy: Subscriber = {
    ...countThings,
    id: 'TellOfThings',
    wanted: async (events) => {
      asked.push(events.map(({ id }) => id));
      return new Set(['2']);
    },
  };
  const router = new EventRouter(new Map([['thing.made', [countThings, choosy]]]));
  const events = ['1', '2'].map((id) => ({ ...event('thing.made', 1), id }));
  const routed = await router.route([...events, { ...event('thing.lost', 1), id: '3' }]);
  expect(routed.map(({ subscribers }) => subscribers)).toEqual([['CountThings'], ['CountThings', 'TellOfThings'], []]);
  expect(asked).toEqual([['1', '2']]);
});

test('a subscriber that cannot say what it wants gets its events, and the others get theirs', async () => {
  const wants = (id: string, wanted: Subscriber['wanted']): Subscriber => ({ ...countThings, id, wanted });
  const failing = wants('TellOfThings', () => Promise.reject(new Error('no answer')));
  const choosy = wants('PackThings', async () => new Set());
  const router = new EventRouter(new Map([['thing.made', [countThings, failing, choosy]]]));
  const [routed] = await router.route([event('thing.made', 1)]);
  expect(routed!.subscribers).toEqual(['CountThings', 'TellOfThings']);
});

test('a subscriber is found by its id', () => {
  const router = new EventRouter(new Map([['thing.made', [countThings]]]));
  expect(router.subscriber('CountThings')).toBe(countThings);
  expect(router.subscriber('TallyThings')).toBeUndefined();
});

test('a subscriber may be listed for several events', () => {
  const router = new EventRouter(
    new Map([
      ['thing.made', [countThings]],
      ['thing.found', [countThings]],
    ]),
  );
  expect(router.subscribersOf(event('thing.found', 1))).toEqual(['CountThings']);
});

test.each<[of: string, byEvent: Record<string, Subscriber[]>]>([
  ['one event', { 'thing.made': [countThings, { ...countThings }] }],
  ['different events', { 'thing.made': [countThings], 'thing.found': [{ ...countThings }] }],
])('two subscribers of %s cannot have the same id', (_of, byEvent) => {
  expect(() => new EventRouter(new Map(Object.entries(byEvent)))).toThrow('Two subscribers have the same id: CountThings');
});
