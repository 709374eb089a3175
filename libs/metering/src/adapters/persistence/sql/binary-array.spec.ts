import type { MikroORM } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { newId } from '#kernel';
import { freshOrm } from '../../../../../../test/support/fresh-orm.ts';
import { timestampArray, uuidArray } from './binary-array.ts';

let orm: MikroORM;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ orm, close } = await freshOrm({ entities: [], migrations: [] }));
});
afterAll(() => close());

/** More than are decoded at a time. */
const MANY = 5_000;

/** What PostgreSQL reads. */
async function read<T>(array: Buffer | null, type: 'uuid' | 'timestamptz'): Promise<T[]> {
  const { rows } = await sql<{ value: T }>`select value from unnest(${array}::${sql.raw(type)}[]) as value`.execute(
    orm.em.getKysely<object>(),
  );
  return rows.map(({ value }) => value);
}

test('PostgreSQL reads the ids of an array, with and without dashes, and its nulls', async () => {
  const ids = Array.from({ length: MANY }, (_id, index) => (index % 3 === 0 ? null : newId()));
  expect(await read(await uuidArray(ids, (id) => id), 'uuid')).toEqual(ids);
  const known = ids.map((id) => id ?? newId());
  expect(await read(await uuidArray(known, (id) => id.replaceAll('-', '')), 'uuid')).toEqual(known);
});

test('PostgreSQL reads the times of an array, before and after 2000', async () => {
  const texts = ['1000-01-01T00:00:00.000Z', '1999-12-31T23:59:59.999Z', '2026-11-27T12:30:00.123Z', '2026-11-27T12:30:00.123Z'];
  const times = texts.map((text) => new Date(text));
  const parts = await read<Date | string>(await timestampArray(times, (time) => time), 'timestamptz');
  expect(parts.map((time) => new Date(time).toISOString())).toEqual(texts);
});

test('an array without values is null', async () => {
  expect(await uuidArray([null, null], (id) => id)).toBeNull();
  expect(await uuidArray([], (id) => id)).toBeNull();
});
