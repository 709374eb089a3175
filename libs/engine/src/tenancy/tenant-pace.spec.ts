import { TenantPace } from './tenant-pace.ts';

test('a tenant that holds places for long pauses twice as long as it held the last one, and gets one at a time', () => {
  const pace = new TenantPace();
  pace.note('other', 0, 5);
  expect(pace.note('slow', 0, 300)).toBe(600);
  expect(pace.mustWait('slow', 0, 899)).toBe(true);
  expect(pace.mustWait('slow', 0, 900)).toBe(false);
  expect(pace.mustWait('slow', 1, 900)).toBe(true);
});

test('nobody pauses while nobody else is active', () => {
  const pace = new TenantPace();
  expect(pace.note('slow', 0, 300)).toBe(0);
  expect(pace.mustWait('slow', 3, 301)).toBe(false);
  pace.note('other', 290, 310);
  expect(pace.mustWait('slow', 1, 320)).toBe(true);
  expect(pace.mustWait('slow', 1, 2_310)).toBe(false);
});

test('a tenant that holds places for a few milliseconds does not pause, however many it holds', () => {
  const pace = new TenantPace();
  pace.note('other', 0, 5);
  for (let n = 0; n < 100; n++) expect(pace.note('quick', n * 10, n * 10 + 8)).toBe(0);
  expect(pace.mustWait('quick', 5, 1_000)).toBe(false);
});

test('a tenant that was slow is not for ever, and a pause has a maximum', () => {
  const pace = new TenantPace();
  pace.note('other', 0, 5);
  expect(pace.note('slow', 0, 1_900)).toBe(2_000);
  for (let n = 0; n < 400; n++) pace.note('slow', 1_900, 1_902);
  pace.note('other', 1_900, 1_905);
  expect(pace.mustWait('slow', 1, 3_000)).toBe(false);
});

test('many short uses do not hide long ones', () => {
  const pace = new TenantPace();
  pace.note('other', 0, 5);
  pace.note('mixed', 0, 200);
  for (let n = 0; n < 20; n++) pace.note('mixed', 200, 203);
  expect(pace.isSlow('mixed')).toBe(true);
});

test('on a busy machine, where everybody takes long, only a tenant that takes twice as long as the other one pauses', () => {
  const pace = new TenantPace();
  pace.note('ordinary', 0, 200);
  expect(pace.note('similar', 0, 390)).toBe(0);
  expect(pace.note('ordinary', 390, 590)).toBe(0);
  expect(pace.note('slow', 0, 600)).toBe(1_200);
});
