import pg from 'pg';
import { openBackend } from '#platform/messaging';
import { messagingContract } from './messaging.contract.ts';

messagingContract(
  (databaseUrl) => openBackend({ databaseUrl }),
  async (databaseUrl) => {
    const client = new pg.Client(databaseUrl);
    await client.connect();
    const { rows } = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'bullmq' and tablename !~ 'migration'`,
    );
    for (const { name } of rows) await client.query(`delete from ${name}`);
    await client.end();
  },
);
