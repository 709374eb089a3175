import { problemOf } from './problem-of-key.ts';

const NOW = new Date('2030-01-02T00:00:00Z');
const FINE = {
  status: 'granted',
  expires_at: new Date('2030-01-03T00:00:00Z'),
  activation_count: 1,
  limit_activations: 2,
  usage: 4,
  limit_usage: 5,
  policy: null,
  policy_state: null,
} as const;

test.each([
  [{}, null],
  [{ expires_at: null, limit_activations: null, limit_usage: null }, null],
  [{ status: 'revoked', expires_at: NOW }, 'REVOKED'],
  [{ status: 'disabled', activation_count: 2 }, 'DISABLED'],
  [{ expires_at: NOW, activation_count: 2 }, 'EXPIRED'],
  [{ usage: 5, activation_count: 2 }, 'USAGE_LIMIT_EXCEEDED'],
  [{ activation_count: 2 }, 'ACTIVATION_LIMIT_REACHED'],
] as const)('with %j it is %j', (changes, expected) => {
  expect(problemOf({ ...FINE, ...changes }, NOW)).toBe(expected);
});
