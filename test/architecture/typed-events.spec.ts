import ts from 'typescript';
import { subscriptions } from '../../apps/worker/subscriptions.ts';
import { RevokeSeatsWhenCustomerDeleted } from '#seats';
import { compile } from './compile.ts';
import { nodesOf, sources } from './sources.ts';

const PREAMBLE = `
  import { DomainEvent } from '#kernel';
  import type { PublishedEvent } from './libs/platform/src/messaging/published-event.ts';
  import { Subscriber, type Subscriptions } from './libs/platform/src/messaging/subscriber.ts';
  import type { CustomerSeatClaimed, SeatPoolResized } from './libs/seats/src/domain/seat.events.ts';

  class CountSeats extends Subscriber<SeatPoolResized> {
    readonly id = 'CountSeats';
    async handle({ payload }: PublishedEvent<SeatPoolResized>): Promise<void> {
      payload.seats.toFixed();
    }
  }
  class CountChanges extends Subscriber<CustomerSeatClaimed | SeatPoolResized> {
    readonly id = 'CountChanges';
    async handle({ name, payload }: PublishedEvent<CustomerSeatClaimed | SeatPoolResized>): Promise<void> {
      if (name === 'seat_pool.resized') payload.seats.toFixed();
    }
  }
  type Table = Subscriptions<CustomerSeatClaimed | SeatPoolResized>;
  export const right: Table = { 'customer_seat.claimed': [CountChanges], 'seat_pool.resized': [CountSeats, CountChanges] };
  export type Used = [typeof DomainEvent, PublishedEvent];
`;

/** What does not compile, and the error. */
const VIOLATIONS: Readonly<Record<string, readonly [code: string, error: string]>> = {
  'a subscriber in the wrong row': [
    `export const table: Table = { 'customer_seat.claimed': [CountSeats], 'seat_pool.resized': [] };`,
    `'"customer_seat.claimed"' is not assignable to type '"seat_pool.resized"'`,
  ],
  'a missing row': [`export const table: Table = { 'seat_pool.resized': [] };`, `Property '"customer_seat.claimed"' is missing`],
  'a row for an event that does not exist': [
    `export const table: Table = { ...right, 'seat_pool.closed': [] };`,
    `''seat_pool.closed'' does not exist in type`,
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
  'a subscriber without an id': [
    `export class Forgetful extends Subscriber<SeatPoolResized> { async handle(): Promise<void> {} }`,
    'does not implement inherited abstract member id',
  ],
};

describe('the compiler', () => {
  const errors = compile({
    'planted-0': PREAMBLE,
    ...Object.fromEntries(Object.values(VIOLATIONS).map(([code], index) => [`planted-${index + 1}`, `${PREAMBLE}\n${code}`])),
  });

  test('accepts subscribers in the rows of their events', () => {
    expect(errors['planted-0']).toEqual([]);
  });

  test.each(Object.entries(VIOLATIONS).map(([what, [, error]], index) => ({ what, error, file: `planted-${index + 1}` })))(
    'rejects $what',
    ({ error, file }) => {
      expect(errors[file]).toEqual([expect.stringContaining(error)]);
    },
  );
});

describe('the table of subscriptions', () => {
  type Row<N extends keyof typeof subscriptions> = (typeof subscriptions)[N][number];
  type Fits<S, N extends keyof typeof subscriptions> = S extends Row<N> ? true : false;

  /** Checked by `npm run check:types`: with a looser type of the table, these constants do not compile. */
  test('accepts a subscriber in the rows of its events only', () => {
    const own: Fits<typeof RevokeSeatsWhenCustomerDeleted, 'customer.deleted'> = true;
    const other: Fits<typeof RevokeSeatsWhenCustomerDeleted, 'customer.created'> = false;
    expect([own, other]).toEqual([true, false]);
  });

  test('has a row for every event', () => {
    const names = sources(/\.events\.ts$/).flatMap((source) =>
      nodesOf(source, ts.isPropertyDeclaration)
        .filter((member) => member.name.getText() === 'name')
        .flatMap(({ initializer }) => (initializer && ts.isStringLiteral(initializer) ? [initializer.text] : [])),
    );
    expect(names).toContain('license_key.created');
    expect(Object.keys(subscriptions).sort()).toEqual(names.sort());
  });
});
