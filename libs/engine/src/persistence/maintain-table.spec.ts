import pg from 'pg';
import { freshDatabase } from '../../../../test/support/database.ts';
import { eventually } from '../../../../test/support/eventually.ts';
import { Relay } from '../../../../test/support/relay.ts';
import { maintainTable } from './maintain-table.ts';

const OF_PARTITION = `relation = 'metering.events_p1'::regclass`;
const BUILD = 'create index concurrently events_p1_by_seq on metering.events_p1 (seq)';

test.each([
  { name: 'waits as long as PostgreSQL works on it', isSilenced: false, outcome: 'done' },
  {
    name: 'ends when the connection is silent and nobody works on it',
    isSilenced: true,
    outcome: 'The connection that maintains metering.events_p1 is silent.',
  },
])('the maintenance of a table $name', async ({ isSilenced, outcome }) => {
  await using resources = new AsyncDisposableStack();
  const database = await freshDatabase();
  resources.defer(() => database.drop());
  const relay = new Relay(new URL(database.url));
  await relay.open();
  resources.defer(() => relay.cut());
  const direct = new pg.Client(database.url);
  resources.defer(() => direct.end());
  await direct.connect();
  await direct.query('create table metering.events_p1 (seq bigint)');
  const isTrue = async (condition: string): Promise<boolean> =>
    (await direct.query<{ is: boolean }>(`select ${condition} as is`)).rows[0]!.is;
  const pool = new pg.Pool({ connectionString: relay.url, maxUses: 1 });
  resources.defer(() => pool.end());

  const isOver = Promise.withResolvers<void>();
  let checks = 0;
  // The statement waits for the end of this transaction.
  await direct.query('begin; lock table metering.events_p1 in share row exclusive mode');
  const statement = maintainTable(pool, 'metering.events_p1', BUILD, async () => {
    checks += 1;
    if (checks === 1) {
      await eventually(() => isTrue(`exists (select from pg_locks where ${OF_PARTITION} and not granted)`));
    } else if (checks === 2) {
      if (isSilenced) relay.silence();
      relay.restore();
      await direct.query('commit');
      await eventually(() =>
        isTrue(`exists (select from pg_index where indexrelid = to_regclass('metering.events_p1_by_seq') and indisvalid)`),
      );
      await eventually(async () => !(await isTrue(`exists (select from pg_locks where ${OF_PARTITION})`)));
    } else if (!isSilenced) {
      await isOver.promise;
    }
  }).finally(() => isOver.resolve());
  const ended = statement.then(
    () => 'done',
    (error: Error) => error.message,
  );
  expect(await ended).toBe(outcome);
  expect(await isTrue(`to_regclass('metering.events_p1_by_seq') is not null`)).toBe(true);
});
