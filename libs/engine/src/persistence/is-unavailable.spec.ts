import { isDatabaseUnavailable } from './is-unavailable.ts';

const failure = (code: string): Error => new Error('of the ORM', { cause: Object.assign(new Error('of the driver'), { code }) });

test.each([
  ['a session that was idle in its transaction for too long', '25P03'],
  ['a session that was idle for too long', '57P05'],
  ['a server that shuts down', '57P01'],
  ['a statement that took too long', '57014'],
  ['a session that held a lock for too long', '55P03'],
  ['a lost connection', '08006'],
])('%s says nothing about the request (%s)', (_what, code) => {
  expect(isDatabaseUnavailable(failure(code))).toBe(true);
});

test.each(['23505', '40001', '57P04'])('%s is no outage', (code) => {
  expect(isDatabaseUnavailable(failure(code))).toBe(false);
});
