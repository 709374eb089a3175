import type { Issue } from '#platform/wire';
import { toValidationDetail } from './validation-detail.ts';

const issue = (rest: Partial<Issue> = {}): Issue => ({ loc: ['body'], msg: 'Wrong', type: 'value_error', ...rest });
const KIB = 1024;

test('issues are returned unchanged', () => {
  const issues = [
    issue({ loc: ['body', 'events', 3, 'name'], input: { a: [1, 'x', null] }, ctx: { error: {} } }),
    issue({ input: null }),
    issue({ input: 'x'.repeat(1000) }),
    issue(),
  ];
  expect(toValidationDetail(issues)).toEqual(issues);
  expect('input' in toValidationDetail([issue()])[0]!).toBe(false);
});

test.each([
  ['text', 'x'.repeat(1001)],
  ['a list', Array(501).fill(0)],
  ['a map', { name: 'x'.repeat(1000) }],
  ['a million elements', Array(1_000_000).fill(0)],
  ['a map with a long key', { ['x'.repeat(1000)]: 1 }],
  ['a hundred thousand levels', Array.from({ length: 100_000 }).reduce((inner) => [inner], 0)],
])('long inputs are left out: %s', (_name, input) => {
  expect(toValidationDetail([issue({ input })])).toEqual([issue()]);
});

const MASK = '********';

test.each<[string, Partial<Issue>, unknown]>([
  ['a field', { loc: ['body', 'password'], input: 'horse' }, MASK],
  ['a field below a list', { loc: ['body', 'license_keys', 0, 'key'], input: 'ACME-1' }, MASK],
  ['an element', { loc: ['body', 'entries', 3], input: 'ACME-1' }, MASK],
  ['a parameter', { loc: ['query', 'token'], input: 12 }, MASK],
  [
    'a part of an object',
    { input: { email: 'a', code: '1', more: [{ client_secret: 'b' }] } },
    { email: 'a', code: MASK, more: [{ client_secret: MASK }] },
  ],
  ['nothing', { loc: ['body', 'password'], input: null }, null],
  ['a part that is not given', { input: { password: null } }, { password: null }],
  ['a long secret', { input: { token: 'x'.repeat(2000) } }, { token: MASK }],
  [
    'what is around a missing one',
    { type: 'missing', loc: ['body', 'key'], input: { organization_id: 'a', token: 'b' } },
    { organization_id: 'a', token: MASK },
  ],
  ['what is missing in a secret', { type: 'missing', loc: ['body', 'secret', 'part'], input: { other: 'b' } }, MASK],
])('secrets are masked: %s', (_what, given, shown) => {
  expect(toValidationDetail([issue(given)])).toEqual([issue({ ...given, input: shown })]);
});

test.each<[string, Partial<Issue>, unknown]>([
  ['a missing one', { loc: ['header', 'license-device'], input: { authorization: 'a', cookie: 'b', 'x-proxy': 'c' } }, null],
  ['a wrong one', { loc: ['header', 'license-nonce'], input: 'a b' }, 'a b'],
  ['a used key', { loc: ['header', 'idempotency-key'], input: 'a' }, 'a'],
  ...['authorization', 'cookie', 'proxy-authorization', 'x-csrf-token', 'x-api-key', 'stripe-signature'].map(
    (name): [string, Partial<Issue>, unknown] => [name, { loc: ['header', name], input: 'a' }, MASK],
  ),
])('of headers only the value of the wrong one is returned: %s', (_what, given, shown) => {
  expect(toValidationDetail([issue(given)])).toEqual([issue({ ...given, input: shown })]);
});

test('long names are truncated', () => {
  const [truncated] = toValidationDetail([issue({ loc: ['body', 'k'.repeat(KIB), '😀'.repeat(200), 7] })]);
  expect(truncated).toEqual(issue({ loc: ['body', 'k'.repeat(200), '😀'.repeat(100), 7] }));
});

test('at most 100 issues are returned', () => {
  const issues = Array.from({ length: 101 }, (_, index) => issue({ loc: ['body', index] }));
  expect(toValidationDetail(issues)).toEqual(issues.slice(0, 100));
});

test('issues take at most 64 KiB together, and the first one is always returned', () => {
  const long = issue({ msg: 'x'.repeat(10 * KIB) });
  expect(toValidationDetail(Array(100).fill(long))).toHaveLength(6);
  expect(toValidationDetail([issue({ msg: 'x'.repeat(100 * KIB) }), issue()])).toHaveLength(1);
});
