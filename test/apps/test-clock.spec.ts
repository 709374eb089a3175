import { SECRET_KEY, startApi, type TestApi } from '../support/api.ts';
import { callAs } from '../support/call.ts';
import { latchkey } from '../support/cli.ts';
import { type SeededOrganization, seedOrganization } from '../support/seed.ts';

let api: TestApi;
let ours: SeededOrganization;
beforeAll(async () => {
  api = await startApi({ ENVIRONMENT: 'sandbox' });
  ours = await seedOrganization(api);
});
afterAll(() => api.close());

const command = (environment: string, name: 'show' | 'advance', ...options: string[]) =>
  latchkey(['test-clock', name, '--organization', ours.organization.slug, ...options], {
    DATABASE_URL: api.databaseUrl,
    SECRET_KEY: SECRET_KEY.toString('base64'),
    ENVIRONMENT: environment,
  });

test('the clock of an organization is shown and moved, and requests see its time', async () => {
  expect((await command('sandbox', 'show')).out).toMatch(/^\S+Z  0 seconds ahead  ready\n$/);
  expect((await command('sandbox', 'advance', '--seconds', '3600')).out).toMatch(/^The clock of organization \S+ shows \S+Z\./);
  const to = new Date(Date.now() + 7_200_000).toISOString();
  expect(JSON.parse((await command('sandbox', 'advance', '--to', to, '--json')).out)).toMatchObject({
    now: to,
    status: 'advancing',
  });
  const { body } = await callAs(api, ours.oat)('GET', `/v1/organizations/${ours.organization.id}/test-clock`);
  expect(Date.parse(body.now)).toBeGreaterThanOrEqual(Date.parse(to));
  expect(JSON.parse((await command('sandbox', 'show', '--json')).out)).toMatchObject({ ahead_seconds: body.ahead_seconds });
});

test.each([
  [[], 2],
  [['--seconds', '1', '--to', '2027-01-01T00:00:00Z'], 2],
  [['--seconds', '0'], 2],
  [['--seconds', '1.5'], 2],
  [['--to', '2027-01-01T00:00:00'], 2],
  [['--to', '2027-13-01T00:00:00Z'], 2],
  [['--to', '2020-01-01T00:00:00Z'], 1],
])('advance %j is refused', async (options, exitCode) => {
  const outcome = await command('sandbox', 'advance', ...options);
  expect([outcome.exitCode, outcome.out, outcome.err === '']).toEqual([exitCode, '', false]);
});

test('in production there is no clock to show or to move', async () => {
  for (const outcome of [await command('production', 'show'), await command('production', 'advance', '--seconds', '1')]) {
    expect(outcome).toMatchObject({ exitCode: 1, out: '', err: expect.stringContaining('only in a sandbox') });
  }
});
