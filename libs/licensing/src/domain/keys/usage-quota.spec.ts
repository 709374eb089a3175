import { NOW, secondsAfterNow } from '../../../testing/license-key.builder.ts';
import { INT32_MAX, UsageQuota } from './usage-quota.ts';

const stateOf = (usage: number, limitUsage: number | null): ConstructorParameters<typeof UsageQuota>[0] => {
  return { usage, limitUsage, reservations: null };
};
const quotaOf = (usage: number, limitUsage: number | null): UsageQuota => new UsageQuota(stateOf(usage, limitUsage));

test('a limit is reached by using all of it, and never without one', () => {
  expect([quotaOf(2, 3), quotaOf(3, 3), quotaOf(4, 3), quotaOf(INT32_MAX, null)].map(({ isAtLimit }) => isAtLimit)).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

test('units are reserved until they are committed, released, or the time of the database has come', () => {
  const state = stateOf(0, 10);
  const quota = new UsageQuota(state);
  const [committed, released] = [quota.reserve({ units: 3, seconds: 60 }, NOW), quota.reserve({ units: 2, seconds: 60 }, NOW)];
  quota.reserve({ units: 1, seconds: 90 }, NOW);
  expect(quota.reservedAt(NOW)).toBe(6);
  expect(quota.commit(committed.id, 1, NOW)).toEqual({ units: 1 });
  quota.release(released.id, NOW);
  expect(quota.reservedAt(NOW)).toBe(1);
  const later = secondsAfterNow(90);
  expect(quota.reservedAt(later)).toBe(0);
  quota.dropExpired(later);
  expect(state).toMatchObject({ usage: 0, reservations: null });
});

test('no more is committed than was reserved, nor than can be stored, and a refusal changes nothing', () => {
  const state = stateOf(INT32_MAX - 1, null);
  const quota = new UsageQuota(state);
  const { id } = quota.reserve({ units: 2, seconds: 60 }, NOW);
  const { reservations } = state;
  expect(() => quota.commit(id, 3, NOW)).toThrow('The reservation has 2 units.');
  expect(() => quota.commit(id, null, NOW)).toThrow('Usage would exceed');
  expect(state.reservations).toBe(reservations);
});
