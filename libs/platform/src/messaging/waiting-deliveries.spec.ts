import { WaitingDeliveries } from './waiting-deliveries.ts';

const [first, second] = [
  { eventId: '1', subscriber: 'first' },
  { eventId: '1', subscriber: 'second' },
] as const;

const both = (): WaitingDeliveries => {
  const waiting = new WaitingDeliveries();
  waiting.add(first);
  waiting.add(second);
  return waiting;
};

test('an event is done with the last delivery that has waited, once its others are processed', () => {
  const waiting = both();
  expect([waiting.processed(first), waiting.has(first), waiting.has(second)]).toEqual([false, false, true]);
  expect([waiting.othersEnded('1', true), waiting.processed(second), waiting.has(second)]).toEqual([false, true, false]);
});

test('it is done with its others if those that waited are processed before', () => {
  const waiting = both();
  expect([waiting.processed(first), waiting.processed(second), waiting.othersEnded('1', true)]).toEqual([false, false, true]);
});

test('it is not done if some of the others are left open, or one that waited has failed', () => {
  const waiting = both();
  expect([waiting.othersEnded('1', false), waiting.processed(first), waiting.processed(second)]).toEqual([false, false, false]);
  const failed = both();
  failed.forget('1');
  expect([failed.has(second), failed.processed(second), failed.othersEnded('1', true)]).toEqual([false, false, false]);
});
