import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { SECRET_KEY } from '../support/api.ts';
import { ActivationLoad, ACTIVATED } from '../support/activation-load.ts';
import { freshDatabase, type TestDatabase } from '../support/database.ts';
import { OwnPostgres, queryAt } from '../support/own-postgres.ts';
import { ROOT, startApiProcess, startLatchkey } from '../support/processes.ts';

/** Starts a server and processes, on a machine that may be busy. */
import.meta.jest.setTimeout(240_000);

const KEY = SECRET_KEY.toString('base64');
/** The demand that the programs of PostgreSQL are there: .ci/run makes it where the server is of a version that has them. */
const IS_DEMANDED = process.env['BACKUP_DRILL'] === '1';

const majorIn = (text: string): number => Number(/\d+/.exec(text)?.[0] ?? 0);
const toolMajor = majorIn(spawnSync('pg_dump', ['--version'], { encoding: 'utf8' }).stdout ?? '');
const [{ version }] = (await queryAt(
  process.env['TEST_DATABASE_URL']!,
  "select current_setting('server_version') as version",
)) as [{ version: string }];
const isPossible = IS_DEMANDED || toolMajor >= majorIn(version);
if (!isPossible) process.stderr.write(`Skipped: the backup drill, because there is no pg_dump of version ${majorIn(version)}.\n`);

async function drill(from: string, to: string, secretKey = KEY): Promise<string> {
  const args = ['--import', './scripts/typescript-loader.mjs', 'scripts/backup-drill.mjs', '--to', to, '--keep'];
  const env = { PATH: process.env['PATH'], DATABASE_URL: from, SECRET_KEY: secretKey };
  const { stdout } = await promisify(execFile)(process.execPath, ['--conditions=source', ...args], { cwd: ROOT, env });
  return stdout;
}

(isPossible ? describe : describe.skip)('with the programs of PostgreSQL', () => {
  let database: TestDatabase;
  afterEach(() => database.drop());

  test('a dump under load, restored on another server, has what was acknowledged before, and serves', async () => {
    database = await freshDatabase();
    await using elsewhere = await OwnPostgres.start();
    const load = await ActivationLoad.seed(database.url);
    await using api = await startApiProcess(database.url);
    const running = load.run(api.url);
    await running.another(ACTIVATED);
    const before = [...load.acknowledged];
    const output = await drill(database.url, elsewhere.url);
    await running.another(ACTIVATED);
    expect(await running.stop()).toEqual([ACTIVATED]);

    const [, name] = /The database is (\w+)\./.exec(output)!;
    const restored = Object.assign(new URL(elsewhere.url), { pathname: `/${name}` }).href;
    const missing = await load.missingIn(restored);
    expect(before.length).toBeGreaterThan(0);
    expect(missing.filter((id) => before.includes(id))).toEqual([]);
    expect(missing.length).toBeGreaterThan(0);

    await using another = await startApiProcess(restored);
    expect(await load.read(another.url)).toBe(200);
    expect(await load.activate(another.url)).toEqual(ACTIVATED);
    await using refused = startLatchkey(['api'], {
      DATABASE_URL: restored,
      SECRET_KEY: randomBytes(32).toString('base64'),
      PORT: '0',
    });
    await once(refused.child, 'close');
    expect(refused.output()).toMatch(/^SECRET_KEY does not fit the data: /);
  });

  test('the drill says in a sentence why it failed', async () => {
    database = await freshDatabase();
    await ActivationLoad.seed(database.url);
    await expect(drill(database.url, database.url, randomBytes(32).toString('base64'))).rejects.toMatchObject({
      stderr: expect.stringMatching(/^The drill failed: SECRET_KEY does not fit the data: /),
    });
    await expect(drill(database.url, 'postgres://127.0.0.1:1/nowhere')).rejects.toMatchObject({
      stderr: expect.stringMatching(/^The drill failed: .*ECONNREFUSED/),
    });
  });
});
