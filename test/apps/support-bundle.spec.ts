import { settingNames } from '#platform/config/composition';
import { shownSettings } from '../../apps/cli/commands/support-bundle.ts';
import { SECRET_KEY, startApi } from '../support/api.ts';
import { latchkey } from '../support/cli.ts';

const ENCODED = SECRET_KEY.toString('base64');

test('says what somebody who helps needs to know, without secrets', async () => {
  const api = await startApi();
  const env = { DATABASE_URL: api.databaseUrl, SECRET_KEY: ENCODED, LATCHKEY_DATA: api.dataFolder, PORT: '1', LOG_LEVEL: 'warn' };
  const { exitCode, out, err } = await latchkey(['support-bundle'], env);
  await api.close();
  expect([exitCode, err]).toEqual([0, '']);
  const bundle = JSON.parse(out);
  expect(bundle).toMatchObject({
    settings: {
      SECRET_KEY: '(set)',
      LOG_LEVEL: 'warn',
      DATABASE_URL: expect.stringMatching(/^postgres(ql)?:\/\/\(credentials\)@/),
    },
    database: {
      version: expect.stringContaining('PostgreSQL'),
      migrations: expect.arrayContaining([{ name: expect.any(String) }]),
      tables: expect.arrayContaining([expect.objectContaining({ table: 'licensing.license_keys' })]),
    },
    events: { failed: [] },
  });
  expect(bundle.findings).toContainEqual(expect.objectContaining({ check: 'migrations', state: 'ok' }));
  expect(out).not.toContain(ENCODED);
});

test('a part that cannot be read ends no other', async () => {
  const env = { DATABASE_URL: 'postgres://127.0.0.1:1/none', SECRET_KEY: ENCODED, LATCHKEY_DATA: '/nonexistent' };
  const { exitCode, out } = await latchkey(['support-bundle'], env);
  const { database, events, findings } = JSON.parse(out);
  expect([exitCode, database, events]).toEqual([
    0,
    { error: expect.stringContaining('ECONNREFUSED') },
    { error: expect.stringContaining('ECONNREFUSED') },
  ]);
  expect(findings).toContainEqual(expect.objectContaining({ check: 'database', state: 'problem' }));
});

test.each(settingNames())('%s shows no password', (name) => {
  const values = [
    'https://user:hunter2@example.com/path?password=hunter2',
    'user:hunter2@example.com',
    '"x" <hunter2@example.com>',
  ];
  for (const value of values) expect(JSON.stringify(shownSettings({ [name]: value }))).not.toContain('hunter2');
});

test.each(settingNames().filter((name) => /(PASSWORD|SECRET|_KEY)$/.test(name)))('%s is only said to be there', (name) => {
  expect(shownSettings({ [name]: 'hunter2' })).toEqual({ [name]: '(set)' });
});
