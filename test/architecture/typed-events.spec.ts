import ts from 'typescript';
import type { CommandBus } from '@nestjs/cqrs';
import type { PublishedEvent } from '#platform/messaging';
import { eventRouter } from '../../apps/worker/subscriptions.ts';
import { compile } from './compile.ts';
import { nodesOf, sources } from './sources.ts';

const PREAMBLE = `
  import { Command } from '@nestjs/cqrs';
  import { DomainEvent } from '#kernel';
  import type { PublishedEvent } from './libs/platform/src/messaging/published-event.ts';
  import { subscriberTo } from './libs/platform/src/messaging/subscriber.ts';
  import type { CustomerSeatClaimed, SeatPoolResized } from './libs/seats/src/domain/seat.events.ts';

  class Count extends Command<void> {
    constructor(readonly seats: number) { super(); }
  }
  const subscriber = subscriberTo<CustomerSeatClaimed | SeatPoolResized>();
  export const right = [
    subscriber({ id: 'CountSeats', events: ['seat_pool.resized'], command: ({ payload }) => new Count(payload.seats) }),
    subscriber({
      id: 'CountChanges',
      events: ['seat_pool.resized', 'customer_seat.claimed'],
      accepts: ({ name, payload }) => name !== 'seat_pool.resized' || payload.seats > 1,
      command: ({ name, payload }) => [new Count(name === 'seat_pool.resized' ? payload.seats : 1)],
    }),
  ];
  export type Used = [typeof DomainEvent, PublishedEvent, typeof subscriber, typeof Count];
`;

/** What does not compile, and the error. */
const VIOLATIONS: Readonly<Record<string, readonly [code: string, error: string]>> = {
  'a row for an event that does not exist': [
    `export const row = subscriber({ id: 'X', events: ['seat_pool.closed'], command: () => new Count(1) });`,
    `'"seat_pool.closed"' is not assignable to type`,
  ],
  'a payload field of another event than that of the row': [
    `export const row = subscriber({ id: 'X', events: ['customer_seat.claimed'], command: ({ payload }) => new Count(payload.seats) });`,
    `Property 'seats' does not exist`,
  ],
  'a row without a command': [
    `export const row = subscriber({ id: 'X', events: ['seat_pool.resized'] });`,
    `Property 'command' is missing`,
  ],
  'a row that sends something else': [
    `export const row = subscriber({ id: 'X', events: ['seat_pool.resized'], command: () => ({ seats: 1 }) });`,
    `is not assignable to type`,
  ],
  'a misspelt payload field': [
    `export const read = ({ payload }: PublishedEvent<SeatPoolResized>) => payload.revison;`,
    `Property 'revison' does not exist`,
  ],
  'a payload field of another event of the union': [
    `export const read = ({ payload }: PublishedEvent<CustomerSeatClaimed | SeatPoolResized>) => payload.seats;`,
    `Property 'seats' does not exist`,
  ],
  'a misspelt event name': [
    `export const is = ({ name }: PublishedEvent<SeatPoolResized>) => name === 'seat_pool.risized';`,
    'no overlap',
  ],
  'an event without a payload field': [
    `export class SeatSold extends DomainEvent<'seat.sold', { readonly amount: number }> {
       readonly name = 'seat.sold';
       constructor(at: Date) { super('organization', 'seat', at, {}); }
     }`,
    `Property 'amount' is missing`,
  ],
  'an event with another name than declared': [
    `export class SeatSold extends DomainEvent<'seat.sold', { readonly amount: number }> { readonly name = 'seat.bought'; }`,
    `'"seat.bought"' is not assignable to type '"seat.sold"'`,
  ],
  'a payload that is not JSON': [
    `export abstract class SeatSold extends DomainEvent<'seat.sold', { readonly at: Date }> {}`,
    `'Date' is not assignable to type 'JsonValue'`,
  ],
  'a table that lacks events': [
    `import type { AnyEvent } from './apps/worker/any-event.ts';
     export const events: Readonly<Record<AnyEvent['name'], null>> = {};`,
    'is missing the following properties',
  ],
  'a row without an id': [
    `export const row = subscriber({ events: ['seat_pool.resized'], command: () => new Count(1) });`,
    `Property 'id' is missing`,
  ],
};

describe('the compiler', () => {
  const errors = compile({
    'planted-0': PREAMBLE,
    ...Object.fromEntries(Object.values(VIOLATIONS).map(([code], index) => [`planted-${index + 1}`, `${PREAMBLE}\n${code}`])),
  });

  test('accepts subscribers with the payloads of their events', () => {
    expect(errors['planted-0']).toEqual([]);
  });

  test.each(Object.entries(VIOLATIONS).map(([what, [, error]], index) => ({ what, error, file: `planted-${index + 1}` })))(
    'rejects $what',
    ({ error, file }) => {
      expect(errors[file]).toEqual([expect.stringContaining(error)]);
    },
  );
});

test('a worker knows every event', () => {
  const names = sources(/\.events\.ts$/).flatMap((source) =>
    nodesOf(source, ts.isPropertyDeclaration)
      .filter((member) => member.name.getText() === 'name')
      .flatMap(({ initializer }) => (initializer && ts.isStringLiteral(initializer) ? [initializer.text] : [])),
  );
  const router = eventRouter({} as CommandBus);
  expect(names).toContain('license_key.created');
  expect(names.filter((name) => !router.knows({ name } as PublishedEvent))).toEqual([]);
});
