import { EntityManager } from '@mikro-orm/postgresql';
import type { TestApi } from './api.ts';
import { noteWrites } from './noted-writes.ts';

/** Written in the background, or taken and returned by reading, as the lease of an export is. */
const UNCOUNTED = ['last_used_at', 'export_id', 'export_expires_at'];

interface Noted {
  readonly begun: Promise<unknown>;
  readonly counts: Map<string, number>;
}

const noted = new WeakMap<TestApi, Noted>();

/**
 * The number of rows that were written since the first call, by table: equal texts mean that nothing was written in between. Tables of the
 * queue are left out.
 */
export async function databaseWrites(api: TestApi): Promise<string> {
  const { begun, counts } = noted.get(api) ?? {
    begun: noteWrites(api.databaseUrl, { columns: UNCOUNTED }),
    counts: new Map<string, number>(),
  };
  noted.set(api, { begun, counts });
  await begun;
  const em = api.app.get(EntityManager).fork();
  const writes = await em.execute<{ name: string }[]>('delete from noted.writes returning relation::regclass::text as name');
  for (const { name } of writes) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => `${name}: ${count}`).join('\n');
}
