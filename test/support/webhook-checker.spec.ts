import { eventName, type ObservedEvent, violationsOf, type WebhookHistory } from './webhook-checker.ts';

const event = (sequence: number, id = `event-${sequence}`): ObservedEvent => ({
  id,
  sequence,
  body: JSON.stringify({ type: 'customer.created', data: { id: `customer-${sequence}` } }),
});
const FEED = [event(1), event(2), event(3)];
const CORRECT: WebhookHistory = {
  committed: FEED.map(({ body }) => eventName(body)),
  feed: FEED,
  received: new Map([
    ['/one', FEED],
    ['/two', [event(3), event(1), event(1), event(2)]],
  ]),
};
const receivedBy = (events: readonly ObservedEvent[]): WebhookHistory => ({
  ...CORRECT,
  received: new Map([...CORRECT.received, ['/two', events]]),
});

test('a correct history, in which requests are repeated and arrive in any order, has no violations', () => {
  expect(violationsOf(CORRECT)).toEqual([]);
});

test.each<[what: string, history: WebhookHistory, violations: readonly string[]]>([
  ['an endpoint misses an event', receivedBy([event(1), event(3)]), ['/two: customer.created customer-2 is lost']],
  [
    'an endpoint gets an event that was not committed',
    receivedBy([...FEED, event(4)]),
    ['/two: customer.created customer-4 is invented'],
  ],
  ['an endpoint gets an event with another id', receivedBy([...FEED, event(2, 'other')]), ['/two: other differs from the feed']],
  [
    'an endpoint gets an event with another position',
    receivedBy([...FEED, { ...event(2), sequence: 1 }]),
    ['/two: event-2 differs from the feed'],
  ],
  [
    'an endpoint gets another body',
    receivedBy([...FEED, { ...event(2), body: `${event(2).body} ` }]),
    ['/two: event-2 differs from the feed'],
  ],
  ['the feed misses the last event', { ...CORRECT, feed: FEED.slice(0, 2) }, ['the feed: customer.created customer-3 is lost']],
  [
    'positions are out of order',
    { ...CORRECT, feed: [event(1), event(3), event(2)] },
    ['the feed: position 3 at 2', 'the feed: position 2 at 3'],
  ],
  [
    'positions have a gap',
    { ...CORRECT, feed: [event(1), event(3)] },
    ['the feed: customer.created customer-2 is lost', 'the feed: position 3 at 2'],
  ],
  [
    'the feed has an event that was not committed',
    { ...CORRECT, feed: [...FEED, event(4)] },
    ['the feed: customer.created customer-4 is invented'],
  ],
  [
    'the feed has an event twice',
    { ...CORRECT, feed: [...FEED, { ...event(3), sequence: 4, id: 'again' }] },
    ['the feed: event-3 is repeated by another', '/one: event-3 differs from the feed', '/two: event-3 differs from the feed'],
  ],
])('%s', (_what, history, violations) => {
  expect(violationsOf(history)).toEqual(violations);
});
