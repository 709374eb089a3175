import { DomainEvent } from '#kernel';
import { asBulkWork, caused } from './event-context.ts';
import { insertEvents } from './outbox.ts';

class ThingMade extends DomainEvent<'thing.made', Record<string, never>> {
  readonly name = 'thing.made';

  constructor() {
    super('organization', 'thing', new Date(0), {});
  }
}

const change = (events: number) => caused(Array.from({ length: events }, () => new ThingMade()));
/** Which of the events are inserted as bulk events. */
const bulkOf = (...events: number[]) => insertEvents(events.map(change))[0]!.values[5];

test('the events of a change that publishes more than ten are bulk events', () => {
  expect(bulkOf(10)).toEqual(Array(10).fill(false));
  expect(bulkOf(11)).toEqual(Array(11).fill(true));
  expect(bulkOf(1, 11, 10)).toEqual([false, ...Array(11).fill(true), ...Array(10).fill(false)]);
});

test('so are all events of bulk work', () => {
  expect(asBulkWork(true, () => bulkOf(1, 2))).toEqual([true, true, true]);
});

test('no statement is needed without events', () => {
  expect(insertEvents([[], []])).toEqual([]);
});
