import { DomainEvent } from '#kernel';
import { EventRouter } from './event-router.ts';
import type { PublishedEvent } from './published-event.ts';
import { type AnySubscriber, Subscriber } from './subscriber.ts';

class ThingMade extends DomainEvent<'thing.made', { readonly size: number }> {
  readonly name = 'thing.made';
}

class CountThings extends Subscriber<ThingMade> {
  readonly id = 'CountThings';
  async handle(): Promise<void> {}
}

class PackLargeThings extends Subscriber<ThingMade> {
  readonly id = 'PackLargeThings';

  override accepts({ payload }: PublishedEvent<ThingMade>): boolean {
    return payload.size > 10;
  }

  async handle(): Promise<void> {}
}

/** Renamed since its id was stored. */
class TallyThings extends Subscriber<ThingMade> {
  readonly id = 'CountThings';
  async handle(): Promise<void> {}
}

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
});

test('an event is routed to the subscribers of its name that accept it, by id', () => {
  const router = new EventRouter(new Map([['thing.made', [new TallyThings(), new PackLargeThings()]]]));
  expect(router.subscribersOf(event('thing.made', 11))).toEqual(['CountThings', 'PackLargeThings']);
  expect(router.subscribersOf(event('thing.made', 10))).toEqual(['CountThings']);
  expect(router.subscribersOf(event('thing.lost', 11))).toEqual([]);
});

test('a subscriber is found by its id, regardless of its class name', () => {
  const subscriber = new TallyThings();
  const router = new EventRouter(new Map([['thing.made', [subscriber]]]));
  expect(router.subscriber('CountThings')).toBe(subscriber);
  expect(router.subscriber('TallyThings')).toBeUndefined();
});

test('a subscriber may be listed for several events', () => {
  const subscriber = new CountThings();
  const router = new EventRouter(
    new Map([
      ['thing.made', [subscriber]],
      ['thing.found', [subscriber]],
    ]),
  );
  expect(router.subscribersOf(event('thing.found', 1))).toEqual(['CountThings']);
});

test.each<[of: string, byEvent: Record<string, AnySubscriber[]>]>([
  ['one event', { 'thing.made': [new CountThings(), new TallyThings()] }],
  ['different events', { 'thing.made': [new CountThings()], 'thing.found': [new TallyThings()] }],
])('two subscribers of %s cannot have the same id', (_of, byEvent) => {
  expect(() => new EventRouter(new Map(Object.entries(byEvent)))).toThrow(
    'The subscribers CountThings and TallyThings have the same id: CountThings',
  );
});
