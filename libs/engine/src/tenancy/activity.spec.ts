import { Activity } from './activity.ts';

test('another tenant is active for two seconds after it used something', () => {
  const activity = new Activity();
  activity.note('one', 0);
  expect(activity.isAnotherActive('one', 1)).toBe(false);
  expect(activity.isAnotherActive('other', 1)).toBe(true);
  activity.note('other', 100);
  expect(activity.isAnotherActive('one', 2_099)).toBe(true);
  expect(activity.isAnotherActive('one', 2_100)).toBe(false);
});

test('repeated uses by one tenant do not hide another one', () => {
  const activity = new Activity();
  activity.note('other', 0);
  for (let at = 1; at < 100; at++) activity.note('one', at);
  expect(activity.otherActive('one', 100)).toBe('other');
});
