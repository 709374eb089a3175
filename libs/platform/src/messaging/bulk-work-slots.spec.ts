import { noteQuota } from '#engine/tenancy';
import { BulkWorkSlots } from './bulk-work-slots.ts';

test('an organization has two places, all together have six', () => {
  const slots = new BulkWorkSlots();
  const enter = (...organizations: string[]) => organizations.map((each) => slots.enter(each));
  const [leave, ...others] = enter('a', 'a', 'a', 'b', 'b', 'c', 'c', 'd');
  expect(others.map((entered) => entered !== undefined)).toEqual([true, false, true, true, true, true, false]);
  leave!();
  expect(enter('d', 'a').map((entered) => entered !== undefined)).toEqual([true, false]);
});

test('organizations that are counted together have two places, also if that changes meanwhile', () => {
  const slots = new BulkWorkSlots();
  noteQuota('branch', 'head office');
  const leave = slots.enter('branch');
  expect([slots.enter('head office'), slots.enter('branch')]).toEqual([expect.any(Function), undefined]);
  noteQuota('branch', 'branch');
  leave!();
  expect([slots.enter('head office'), slots.enter('branch')]).toEqual([expect.any(Function), expect.any(Function)]);
  expect(slots.enter('head office')).toBeUndefined();
});
