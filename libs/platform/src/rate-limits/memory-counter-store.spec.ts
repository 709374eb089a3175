import { describeCounterStore } from '../../testing/counter-stores.contract.ts';
import { SettableClock } from '../../../../test/support/settable-clock.ts';
import { MemoryCounterStore } from './memory-counter-store.ts';

describeCounterStore('counters in memory', async () => {
  const clock = new SettableClock();
  return { store: new MemoryCounterStore(clock), pass: async (ms) => clock.pass(ms) };
});

test('beyond the maximum of counters the least recently used ones are dropped', async () => {
  const store = new MemoryCounterStore(new SettableClock(), 3);
  const count = async (name: string, limit = 'limit'): Promise<number | undefined> => {
    const result = await store.add({ limit, counters: [{ name, max: 10, seconds: 60, amount: 1 }] });
    return result.outcome === 'within' ? result.counts[0]!.count : undefined;
  };
  for (const name of ['ada', 'grace', 'alan', 'ada', 'edsger']) await count(name);
  for (let n = 0; n < 100; n++) await count(`name ${n}`, 'another limit');
  expect(await count('ada')).toBe(3);
  expect(await count('alan')).toBe(2);
  expect(await count('grace')).toBe(1);
});

test('a clock that is set back does not make a limit last longer', async () => {
  const clock = new SettableClock();
  const store = new MemoryCounterStore(clock);
  const failed = async () =>
    (
      await store.add({
        limit: 'limit',
        counters: [{ name: 'ada', max: 1, seconds: 60, amount: 1 }],
        block: { name: 'ada', seconds: 60 },
      })
    ).outcome;
  clock.pass(3_600_000);
  expect([await failed(), await failed(), await failed()]).toEqual(['within', 'blocked', 'blocked']);
  clock.pass(-3_600_000);
  expect(await failed()).toBe('within');
});
