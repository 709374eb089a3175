import { randomUUID } from 'node:crypto';
import { freshDatabase } from '../support/database.ts';
import { queryAt } from '../support/own-postgres.ts';
import { FuzzedDatabase } from './fuzzed-database.ts';

const { url, drop } = await freshDatabase();
const database = await FuzzedDatabase.at(url);
afterAll(async () => {
  await database.close();
  await drop();
});

const run = (sql: string) => queryAt<object>(url, sql);
const REQUEST = randomUUID();
const addCode = (email: string) =>
  run(`insert into identity.sign_in_codes
       values (gen_random_uuid(), '${REQUEST}', gen_random_uuid(), '${email}', 'AAAA', '', now(), 5)`);
const codes = () => run('select email_key as email, tries_left as tries from identity.sign_in_codes');

beforeEach(async () => {
  await run(`truncate identity.sign_in_requests, identity.user_credentials cascade;
             insert into identity.user_credentials values ('${REQUEST}', null, 0, null, null, null, null, '[]', 0, null, now());
             insert into identity.sign_in_requests values ('${REQUEST}', 'a@example.com', false, now())`);
  await addCode('a@example.com');
  await database.keep();
});

test.each([
  ['inserted', `insert into identity.sign_in_requests values (gen_random_uuid(), 'b@example.com', false, now())`],
  ['updated', `update identity.sign_in_codes set email_key = 'b@example.com'`],
  ['updated with equal values', 'update identity.sign_in_requests set email_key = email_key'],
  ['deleted', 'delete from identity.sign_in_codes'],
  ['truncated', 'truncate identity.sign_in_codes'],
])('rows that are %s are noted, with the time', async (_how, statement) => {
  const before = Date.now();
  await run(statement);
  const [at, ...others] = await database.changes();
  expect(others).toEqual([]);
  expect(at).toBeGreaterThanOrEqual(before);
  expect(at).toBeLessThanOrEqual(Date.now() + 1);
});

test('what is rolled back is not noted, nor are counted failures', async () => {
  await run('begin; delete from identity.sign_in_codes; rollback');
  await run('update identity.sign_in_codes set tries_left = tries_left - 1');
  await run('update identity.user_credentials set password_failures = 1, modified_at = now()');
  expect(await database.changes()).toEqual([]);
  await run(`update identity.user_credentials set recovery_digests = '["AA"]', modified_at = now()`);
  expect(await database.changes()).toHaveLength(1);
});

test('all rows become what they were, whether or not their changes were noted', async () => {
  await run('update identity.sign_in_codes set tries_left = 0');
  await database.restore();
  expect(await codes()).toEqual([{ email: 'a@example.com', tries: 5 }]);
  await addCode('b@example.com');
  await run(`delete from identity.sign_in_codes where email_key = 'a@example.com'`);
  await database.restore();
  expect(await codes()).toEqual([{ email: 'a@example.com', tries: 5 }]);
  expect(await database.changes()).toEqual([]);
});
