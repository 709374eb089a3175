import { NOW, secondsAfterNow } from '../../../testing/license-key.builder.ts';
import { INT32_MAX, UsageQuota } from './usage-quota.ts';

function quotaOf(usage: number, limitUsage: number | null, at = NOW): UsageQuota {
  const quota = new UsageQuota({ usage, limitUsage, reservations: null });
  quota.databaseTime = at;
  return quota;
}

test('a limit is reached by using all of it, and never without one', () => {
  expect([quotaOf(2, 3), quotaOf(3, 3), quotaOf(4, 3), quotaOf(INT32_MAX, null)].map(({ isAtLimit }) => isAtLimit)).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

test('units are reserved until they are committed, released, or the time of the database has come', () => {
  const quota = quotaOf(0, 10);
  const [committed, released] = [quota.reserve({ units: 3, seconds: 60 }), quota.reserve({ units: 2, seconds: 60 })];
  quota.reserve({ units: 1, seconds: 90 });
  expect(quota.reserved).toBe(6);
  expect(quota.commit(committed.id, 1)).toBe(1);
  quota.release(released.id);
  expect(quota.reserved).toBe(1);
  quota.databaseTime = secondsAfterNow(90);
  expect(quota.reserved).toBe(0);
  quota.dropExpired();
  expect([quota.used, quota.reservations]).toEqual([0, null]);
});

test('no more is committed than was reserved, nor than can be stored, and a refusal changes nothing', () => {
  const quota = quotaOf(INT32_MAX - 1, null);
  const { id } = quota.reserve({ units: 2, seconds: 60 });
  const { reservations } = quota;
  expect(() => quota.commit(id, 3)).toThrow('The reservation has 2 units.');
  expect(() => quota.commit(id, null)).toThrow('Usage would exceed');
  expect(quota.reservations).toBe(reservations);
});
