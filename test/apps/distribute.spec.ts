import { SECRET_KEY } from '../support/api.ts';
import { latchkey } from '../support/cli.ts';
import { freshDatabase } from '../support/database.ts';
import { queryAt } from '../support/own-postgres.ts';

const TABLES = `select table_schema || '.' || table_name as name from information_schema.tables order by 1`;

test('latchkey distribute refuses a server that is no coordinator of Citus, and wrong usage', async () => {
  const database = await freshDatabase();
  try {
    const env = { DATABASE_URL: database.url, SECRET_KEY: SECRET_KEY.toString('base64') };
    const before = await queryAt(database.url, TABLES);
    for (const option of ['--dry-run', '--yes']) {
      const { exitCode, err } = await latchkey(['distribute', option], env);
      expect([exitCode, err]).toEqual([1, expect.stringContaining('The database has no extension citus.')]);
    }
    for (const options of [[], ['--dry-run', '--yes']]) {
      const { exitCode, err } = await latchkey(['distribute', ...options], env);
      expect([exitCode, err]).toEqual([2, expect.stringContaining('Say --dry-run to see where the tables would be')]);
    }
    expect(await latchkey(['distribute', '--dry-run'], { ...env, DATABASE_URL: '' })).toMatchObject({
      err: expect.stringContaining('DATABASE_URL must be set'),
    });
    expect(await queryAt(database.url, TABLES)).toEqual(before);
  } finally {
    await database.drop();
  }
});
