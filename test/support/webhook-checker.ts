/** What one request to an endpoint, or an item of the feed, says about an event. */
export interface ObservedEvent {
  readonly id: string;
  readonly sequence: number;
  /** The exact text. */
  readonly body: string;
}

export interface WebhookHistory {
  /** Each committed event, named by `eventName`. */
  readonly committed: readonly string[];
  /** The feed as one reader has read it. */
  readonly feed: readonly ObservedEvent[];
  /** The requests that each endpoint answered with success, by its path. */
  readonly received: ReadonlyMap<string, readonly ObservedEvent[]>;
}

/** The name of the event that a body tells of. */
export function eventName(body: string): string {
  const { type, data } = JSON.parse(body) as { readonly type: string; readonly data: { readonly id: string } };
  return `${type} ${data.id}`;
}

/**
 * All that is wrong with the history: events that are lost or invented, or that are in the feed more than once; positions that
 * are out of order or missing; requests that differ from the event in the feed.
 */
export function violationsOf({ committed, feed, received }: WebhookHistory): string[] {
  const names = new Set(committed);
  const published = new Map(feed.map((event) => [eventName(event.body), event]));
  const wrong = [
    ...setViolations('the feed', names, new Set(published.keys())),
    ...feed.flatMap(({ sequence }, index) => (sequence === index + 1 ? [] : [`the feed: position ${sequence} at ${index + 1}`])),
    ...feed
      .filter((event) => published.get(eventName(event.body)) !== event)
      .map(({ id }) => `the feed: ${id} is repeated by another`),
  ];
  for (const [endpoint, events] of received) {
    wrong.push(...setViolations(endpoint, names, new Set(events.map(({ body }) => eventName(body)))));
    for (const event of events) {
      const expected = published.get(eventName(event.body));
      if (expected && !isSame(event, expected)) wrong.push(`${endpoint}: ${event.id} differs from the feed`);
    }
  }
  return wrong;
}

const setViolations = (where: string, expected: ReadonlySet<string>, actual: ReadonlySet<string>): string[] => [
  ...[...expected].filter((name) => !actual.has(name)).map((name) => `${where}: ${name} is lost`),
  ...[...actual].filter((name) => !expected.has(name)).map((name) => `${where}: ${name} is invented`),
];

const isSame = (one: ObservedEvent, other: ObservedEvent): boolean =>
  one.id === other.id && one.sequence === other.sequence && one.body === other.body;
