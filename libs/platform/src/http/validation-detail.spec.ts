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
  ['a map', { key: 'x'.repeat(1000) }],
  ['a million elements', Array(1_000_000).fill(0)],
  ['a map with a long key', { ['x'.repeat(1000)]: 1 }],
  ['a hundred thousand levels', Array.from({ length: 100_000 }).reduce((inner) => [inner], 0)],
])('long inputs are left out: %s', (_name, input) => {
  expect(toValidationDetail([issue({ input })])).toEqual([issue()]);
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
