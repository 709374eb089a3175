import { EntityManager } from '@mikro-orm/postgresql';
import type { TestApi } from './api.ts';

/** Inserts copies of a row, with new ids and one microsecond apart; `changes` are further columns, as SQL expressions of `n`. */
export async function cloneRow(
  api: TestApi,
  table: string,
  id: string,
  count: number,
  changes: Readonly<Record<string, string>> = {},
): Promise<void> {
  const changed = Object.entries({
    id: 'gen_random_uuid()',
    created_at: `source.created_at + n * interval '1 microsecond'`,
    ...changes,
  });
  const pairs = changed.map(([column, value]) => `'${column}', ${value}`).join(', ');
  const statement = `insert into ${table} select (jsonb_populate_record(source, jsonb_build_object(${pairs}))).*
    from ${table} source, generate_series(1, ?) as n where source.id = ?`;
  await api.app.get(EntityManager).fork().execute(statement, [count, id]);
}
