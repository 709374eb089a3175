import ts from 'typescript';
import { type Source, sources } from './sources.ts';
import { timedWork } from './timed-tests.ts';

const TESTS = /^(?!test\/architecture\/)(?:test\/|.*\.(?:spec|contract)\.ts$)/;

/** What is not decided by how long it takes, although it waits. */
const REASONS = {
  'test/support/eventually.ts': 'asks again until a condition holds; fails only if it never does',
  'test/support/database.ts': 'lets connections close before their database is dropped, which succeeds in any case',
  'test/support/memory-queue.ts': 'a queue, which waits before it tries a failed job again',
  'test/support/activation-load.ts':
    'a client that rests between requests, so that it does not take the processor from what it tests',
  'test/support/webhook-faults.ts': 'a client that asks for new events again and again',
  'test/races/race.ts': 'a client that waits as long as Retry-After says',
  'test/history/client.ts': 'a client that asks again after a response that it could not read',
  'test/history/run.ts': 'processes are killed at random moments',
  'test/fuzz/main.ts': 'a program: shows progress and how long it took',
  'test/fuzz/batch.ts': 'renews what would expire',
  'test/fuzz/fuzzer.ts': 'gives up a response that never ends',
  'libs/webhooks/src/adapters/sending/undici-sender.spec.ts': 'a receiver that sends byte by byte',
};

test('tests neither sleep nor measure how long something takes', () => {
  const timed = timedWork(sources(TESTS));
  expect(timed.filter((each) => !(each.slice(0, each.indexOf(':')) in REASONS))).toEqual([]);
  const used = new Set(timed.map((each) => each.slice(0, each.indexOf(':'))));
  expect([...used].sort()).toEqual(Object.keys(REASONS).sort());
});

const planted = (text: string): Source => ({
  file: 'planted.spec.ts',
  text,
  code: text,
  tree: ts.createSourceFile('planted.spec.ts', text, ts.ScriptTarget.Latest, true),
});

test.each([
  `import { setTimeout as pause } from 'node:timers/promises';`,
  'await new Promise((done) => setTimeout(done, 50));',
  'setInterval(step, 10);',
  `await pool.query('select pg_sleep(0.2)');`,
  'await pool.query(`select pg_sleep(${seconds})`);',
  'expect(performance.now() - started).toBeLessThan(400);',
  'expect(Math.abs(Date.parse(expires_at) - Date.now() - HOUR_MS)).toBeLessThan(60_000);',
  'const took = Date.now() - before;',
  `const api = await startApi({ SIGN_IN_PER_MINUTE: '6' });`,
])('%s is refused', (text) => {
  expect(timedWork([planted(text)])).toHaveLength(1);
});

test.each([
  'const yesterday = new Date(Date.now() - DAY_MS);',
  'const earlier = new Date(Date.now() - age * 1000).toISOString();',
  'activity.note(performance.now() - 2_000);',
  `const endless = pool.query('select pg_sleep(60)');`,
  'import.meta.jest.setTimeout(240_000);',
  'await jest.advanceTimersByTimeAsync(999);',
  'expect(before <= time && time <= Date.now()).toBe(true);',
  `const api = await startApi({ SIGN_IN_PER_MINUTE: '6' }); const clock = stopClock(api);`,
  `const api = await startApi({ SIGN_IN_PER_MINUTE: '1000000' });`,
])('%s is fine', (text) => {
  expect(timedWork([planted(text)])).toEqual([]);
});
