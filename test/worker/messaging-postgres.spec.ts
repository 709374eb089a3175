import { openBackend } from '#platform/messaging/composition';
import { queryAt } from '../support/own-postgres.ts';
import { type LostJobs, messagingContract } from './messaging.contract.ts';

const TABLES = `select format('%I.%I', schemaname, tablename) as name from pg_tables
  where schemaname = 'bullmq' and tablename !~ 'migration'`;

async function deleteJobs(databaseUrl: string, state?: LostJobs): Promise<number> {
  if (state) return (await queryAt(databaseUrl, `delete from bullmq.job where state = '${state}' returning id`)).length;
  let deleted = 0;
  for (const { name } of await queryAt<{ name: string }>(databaseUrl, TABLES))
    deleted += (await queryAt(databaseUrl, `delete from ${name} returning 1`)).length;
  return deleted;
}

messagingContract((databaseUrl) => openBackend({ databaseUrl }), deleteJobs);
