import { startApi } from './api.ts';
import { databaseWrites } from './database-writes.ts';
import { queryAt } from './own-postgres.ts';
import { seedOrganization } from './seed.ts';

const api = await startApi();
await seedOrganization(api);
afterAll(() => api.close());

/** Whether the statement counts as a write. */
async function isCounted(statement: string): Promise<boolean> {
  const before = await databaseWrites(api);
  await queryAt(api.databaseUrl, statement);
  return (await databaseWrites(api)) !== before;
}

/** They follow one another: some need what is there before. */
const STATEMENTS: readonly (readonly [what: string, statement: string, isWrite: boolean])[] = [
  ['an equal value', 'update organizations.organizations set slug = slug', true],
  ['a value of a table with uses', `update organizations.access_tokens set comment = 'changed'`, true],
  ['the same value again', `update organizations.access_tokens set comment = 'changed'`, false],
  ['a use', 'update organizations.access_tokens set last_used_at = now()', false],
  ['a change that is rolled back', 'begin; update organizations.organizations set slug = slug; rollback', false],
  ['a lock', 'select from organizations.access_tokens for update', false],
  ['a deleted row', 'delete from organizations.access_tokens', true],
  ['all rows', 'truncate platform.idempotency_keys', true],
];

test('rows that are written count, uses and what is rolled back do not', async () => {
  for (const [what, statement, isWrite] of STATEMENTS) expect([what, await isCounted(statement)]).toEqual([what, isWrite]);
});

test('a new row counts', async () => {
  const before = await databaseWrites(api);
  await seedOrganization(api);
  expect(await databaseWrites(api)).not.toBe(before);
});
