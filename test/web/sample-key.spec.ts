import { daysAhead, sampleKey } from '../../apps/web/console/products/sample-key.ts';

function sampleOf(fields: Readonly<Record<string, string>>): string {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(`properties.${name}`, value);
  return sampleKey(form);
}

test.each([
  [{}, /^[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$/],
  [{ prefix: 'farm' }, /^FARM-[0-9A-F]{8}-/],
  [{ 'key_format.groups': '4', 'key_format.group_length': '5' }, /^([0-9A-HJKMNP-TV-Z]{5}-){3}[0-9A-HJKMNP-TV-Z]{5}$/],
  [
    { prefix: 'A', 'key_format.groups': '2', 'key_format.group_length': '3', 'key_format.alphabet': '0123456789' },
    /^A-\d{3}-\d{3}$/,
  ],
  [{ prefix: 'a', 'key_format.type': 'signed' }, /^A-LK1\./],
  [{ 'key_format.groups': '99', 'key_format.group_length': '99' }, /^7C9E6679-/],
])('a sample of %p looks like the keys of the benefit', (fields, looks) => {
  expect(sampleOf(fields)).toMatch(looks);
});

test('the end of a key is told as far as it is known', () => {
  const now = new Date('2026-11-26T12:00:00Z');
  expect(daysAhead('1', 'year', now)).toEqual(new Date('2027-11-26T12:00:00Z'));
  expect([daysAhead('', 'year', now), daysAhead('1', '', now), daysAhead('x', 'day', now)]).toEqual([null, null, null]);
});
