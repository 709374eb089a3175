import { BulkWorkSlots } from './bulk-work-slots.ts';

test('an organization has two places, all together have six', () => {
  const slots = new BulkWorkSlots();
  const enter = (...organizations: string[]) => organizations.map((each) => slots.enter(each));
  expect(enter('a', 'a', 'a', 'b', 'b', 'c', 'c', 'd')).toEqual([true, true, false, true, true, true, true, false]);
  slots.leave('a');
  expect(enter('d', 'a')).toEqual([true, false]);
});
