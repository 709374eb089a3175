import { bodyIn } from './api-version.ts';

const body = JSON.stringify({ type: 'a.b', timestamp: 'now', api_version: '2026-04', data: { id: '1' }, actor: null });
const added = { '2026-10': { member: null }, '2027-01': { order: { id: '2' } } };

test('the first version is the text that was frozen', () => {
  expect(bodyIn('2026-04', body, added)).toBe(body);
  expect(bodyIn('2026-04', '{ "as": "it is" }', null)).toBe('{ "as": "it is" }');
});

test.each([
  ['2026-10', { member: null }],
  ['2027-01', { member: null, order: { id: '2' } }],
] as const)('%s has what was added until then', (version, fields) => {
  expect(JSON.parse(bodyIn(version, body, added))).toEqual({
    type: 'a.b',
    timestamp: 'now',
    api_version: version,
    data: { id: '1', ...fields },
    actor: null,
  });
});

test('an event that looks the same says its version', () => {
  expect(bodyIn('2027-01', body, null)).toBe(body.replace('2026-04', '2027-01'));
});
