import pg from 'pg';
import { migrateDatabase } from '../../apps/migrate/migrate-database.ts';
import { subscribers } from '../../apps/worker/subscriptions.ts';
import { SECRET_KEY } from '../support/api.ts';
import { blocksOf } from '../support/code-blocks.ts';
import { emptyDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { fileOfLastRelease, hasLastRelease, LAST_RELEASE, sourcesOfLastRelease } from '../support/last-release.ts';
import { type RunningProcess, startApiProcess, startLatchkey, startWorkerProcess } from '../support/processes.ts';
import { RolloutLoad } from '../support/rollout-load.ts';

import.meta.jest.setTimeout(600_000);

if (!hasLastRelease()) {
  process.stderr.write(`Left out: the last release on the migrated database, because the commit ${LAST_RELEASE} is not there.\n`);
}

const ROUNDS = 4;

async function createOrganization(databaseUrl: string, release: string): Promise<{ id: string; token: string }> {
  const env = { DATABASE_URL: databaseUrl, SECRET_KEY: SECRET_KEY.toString('base64') };
  const args = ['organizations', 'create', '--name', 'Acme', '--slug', 'acme', '--owner', 'ada@example.com', '--json'];
  await using running = startLatchkey(args, env, { release });
  const [json] = await running.line(/^\{.*\}$/ms);
  return JSON.parse(json) as { id: string; token: string };
}

/** What docs/migrations.md tells to run before the old workers start again, and before those of this version do. */
const [setAside, takeBack] = blocksOf('docs/migrations.md', 'The way back').map(({ code }) => code) as [string, string];

/** Requests to the process that stops are answered before it ends. */
async function stopApi(load: RolloutLoad, api: RunningProcess, ...others: string[]): Promise<void> {
  load.goTo(...others);
  await load.go(1);
  await api.end();
}

const withHistory = hasLastRelease() ? describe : describe.skip;

withHistory('with the history of the repository', () => {
  test('the way back sets all events aside that the last release does not know', () => {
    const known = new Set(
      Array.from(fileOfLastRelease('apps/worker/subscriptions.ts').matchAll(/^ {2}'(.+)': \[/gm), ([, name]) => name),
    );
    const names = new Set(subscribers.flatMap(({ events }): readonly string[] => events));
    const unknown = [...names].filter((name) => !known.has(name));
    expect(Array.from(setAside.matchAll(/'(\w+\.\w+)'/g), ([, name]) => name)).toEqual(unknown.sort());
  });

  test('the last release works on the migrated database, beside this version, and after it', async () => {
    const release = sourcesOfLastRelease();
    const database = await emptyDatabase();
    const { id, token } = await createOrganization(database.url, release);
    const started: RunningProcess[] = [];
    const noted = async <P extends RunningProcess>(starting: Promise<P>): Promise<P> => {
      const running = await starting;
      started.push(running);
      return running;
    };
    const api = (options = {}) => noted(startApiProcess(database.url, {}, options));
    const worker = (options = {}) => noted(startWorkerProcess(database.url, {}, options));
    const client = new pg.Client(database.url);
    await client.connect();
    const count = async (query: string): Promise<number> => (await client.query(`select count(*)::int as n ${query}`)).rows[0].n;
    try {
      const [oldApi, oldWorker] = await Promise.all([api({ release }), worker({ release })]);
      await using load = await RolloutLoad.start(oldApi.url, token, id);
      await load.go(ROUNDS);
      await migrateDatabase(database.url);
      await load.go(ROUNDS);
      expect(load.failures).toEqual([]);

      await oldWorker.end();
      const [newWorker, newApi] = await Promise.all([worker(), api()]);
      load.goTo(oldApi.url, newApi.url);
      await load.go(2 * ROUNDS);
      await stopApi(load, oldApi, newApi.url);
      await load.go(ROUNDS);
      expect(load.failures).toEqual([]);

      const oldApiAgain = await api({ release });
      load.goTo(newApi.url, oldApiAgain.url);
      await load.go(ROUNDS);
      await stopApi(load, newApi, oldApiAgain.url);
      await newWorker.end();
      await client.query(setAside);
      const oldWorkerAgain = await worker({ release });
      await load.go(ROUNDS);
      expect(load.failures).toEqual([]);

      await oldWorkerAgain.end();
      await client.query(takeBack);
      const [, lastApi] = await Promise.all([worker(), api()]);
      load.goTo(oldApiAgain.url, lastApi.url);
      await load.go(ROUNDS);
      await stopApi(load, oldApiAgain, lastApi.url);
      await load.go(ROUNDS);
      await load.end();
      expect(load.failures).toEqual([]);

      await eventually(async () => (await count('from platform.outbox where done_at is null')) === 0, 240);
      const withoutType = `from metering.event_names n where source = 'user' and not exists (
      select from metering.event_types t where t.organization_id = n.organization_id and t.name = n.name)`;
      const keys = (await load.keys())['pagination'].total_count;
      expect({ keys, eventsWithoutType: await count(withoutType) }).toEqual({ keys: load.orders, eventsWithoutType: 0 });
    } finally {
      await Promise.all(started.map((each) => each.end('SIGKILL')));
      await client.end();
      await database.drop();
    }
  });
});
