import { AssignmentsUnderWay } from './assign-seats.ts';

const POOL = 'pool';

test('the seats of a pool count until their assignment has ended, also if it fails', async () => {
  const underWay = new AssignmentsUnderWay();
  const gates = [Promise.withResolvers<string>(), Promise.withResolvers<string>()] as const;
  const first = underWay.run(POOL, 2, () => gates[0].promise);
  const second = underWay.run(POOL, 3, () => gates[1].promise);
  expect([underWay.seatsOf(POOL), underWay.seatsOf('other')]).toEqual([5, 0]);

  const ended = underWay.nextEnd(POOL);
  gates[0].resolve('assigned');
  expect(await first).toBe('assigned');
  await ended;
  expect(underWay.seatsOf(POOL)).toBe(3);

  const endedAgain = underWay.nextEnd(POOL);
  gates[1].reject(new Error('full'));
  await expect(second).rejects.toThrow('full');
  await endedAgain;
  expect(underWay.seatsOf(POOL)).toBe(0);
});

test('nobody waits if nothing is under way', async () => {
  await expect(new AssignmentsUnderWay().nextEnd(POOL)).resolves.toBeUndefined();
});
