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

test('who waits for a place gets the next one that its organization may have, one of each organization in turn', () => {
  const slots = new BulkWorkSlots();
  const leave = ['a', 'a', 'b', 'b', 'c', 'c'].map((each) => slots.enter(each)!);
  const begun: string[] = [];
  for (const each of ['a1', 'a2', 'b1', 'd1']) {
    slots.wait(each[0]!, (ended) => {
      begun.push(each);
      leave.push(ended);
    });
  }
  leave[2]!();
  expect(begun).toEqual(['b1']);
  leave[4]!();
  leave[0]!();
  leave[5]!();
  expect(begun).toEqual(['b1', 'd1', 'a1']);
  leave[1]!();
  expect(begun).toEqual(['b1', 'd1', 'a1', 'a2']);
});

test('only so many wait', () => {
  const slots = new BulkWorkSlots();
  const none = () => undefined;
  expect(Array.from({ length: 5_001 }, () => slots.wait('a', none)).indexOf(false)).toBe(5_000);
  slots.stopWaiting();
  expect(slots.wait('a', none)).toBe(true);
});
