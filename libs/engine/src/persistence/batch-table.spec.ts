import { defineEntity, p } from '@mikro-orm/core';
import { BatchTable } from './batch-table.ts';
import { arrayOf } from './table-columns.ts';

const Mapping = defineEntity({
  name: 'ThingRow',
  schema: 'some',
  tableName: 'things',
  properties: {
    organizationId: p.uuid().primary(),
    id: p.uuid().primary(),
    count: p.bigint('number'),
    labels: p.json<string[]>().fieldName('label_list'),
    endedAt: p.datetime(3).nullable(),
  },
});

const THINGS = BatchTable.of(Mapping);
const ENDED = new Date('2026-06-01T12:00:00.123Z');
const labels = ['a'];
const row = { organizationId: 'o', id: 'i', count: 1, labels, endedAt: ENDED.getTime() + 1e-4 };
const thing = { organizationId: 'o', id: 'i', count: 1, labels, endedAt: ENDED };

const plain = (sql: string): string => sql.replace(/\s+/g, ' ');

test('the select list reads columns under the names of their properties, without anything to parse', () => {
  expect(THINGS.selectList('t')).toBe(
    't.organization_id as "organizationId", t.id as "id", t.count::float8 as "count", t.label_list as "labels", ' +
      `date_part('epoch', t.ended_at) * 1000 as "endedAt"`,
  );
});

test('a state has the properties of its row, with times to the millisecond', () => {
  expect(THINGS.read(row)).toEqual(thing);
  expect(THINGS.read({ ...row, endedAt: null })).toEqual({ ...thing, endedAt: null });
});

test.each([{ count: 2 }, { labels: ['a'] }, { endedAt: null }, { endedAt: new Date(0) }])('%o has changed', (change) => {
  expect(THINGS.hasChanged(thing, row)).toBe(false);
  expect(THINGS.hasChanged({ ...thing, ...change }, row)).toBe(true);
  expect(THINGS.without('count', 'labels', 'endedAt').hasChanged({ ...thing, ...change }, row)).toBe(false);
});

test('a time that was null has changed', () => {
  expect(THINGS.hasChanged(thing, { ...row, endedAt: null })).toBe(true);
});

test('rows are inserted as one array for each column', () => {
  const [statement] = THINGS.insert('insert-things').of([thing, { ...thing, id: 'j', endedAt: null }]);
  expect(plain(statement!.text)).toBe(
    'insert into some.things (organization_id, id, count, label_list, ended_at) ' +
      'select * from unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::jsonb[], $5::timestamptz[]) ' +
      'as w (organization_id, id, count, label_list, ended_at)',
  );
  const values = ['{o,o}', '{i,j}', '{1,1}', ['["a"]', '["a"]'], '{2026-06-01T12:00:00.123Z,NULL}'];
  expect(statement!.values).toEqual(values);
});

test('an update sets its columns in the rows that the primary key finds', () => {
  const [statement] = THINGS.only('count').update('count-things').of([thing]);
  expect(plain(statement!.text)).toBe(
    'update some.things t set count = w.count from unnest($1::uuid[], $2::uuid[], $3::bigint[]) as w (organization_id, id, count) ' +
      'where t.organization_id = w.organization_id and t.id = w.id',
  );
  expect(statement!.values).toEqual(['{o}', '{i}', '{1}']);
});

test('arrays of values that need no quotes are text', () => {
  expect(arrayOf('bytea', [Buffer.from('00ff', 'hex'), null])).toBe('{"\\\\x00ff",NULL}');
  expect([arrayOf('int', []), arrayOf('int', [3]), arrayOf('boolean', [true, false])]).toEqual(['{}', '{3}', '{true,false}']);
  expect([arrayOf('text', ['a,"b']), arrayOf('jsonb', [{ a: 1 }, null])]).toEqual([['a,"b'], ['{"a":1}', null]]);
});

test('without rows there is no statement', () => {
  expect(THINGS.insert('insert-things').of([])).toEqual([]);
});

test('a property whose SQL type is not known is an error', () => {
  const unknown = defineEntity({ name: 'X', schema: 'some', tableName: 'xs', properties: { at: p.interval() } });
  expect(() => BatchTable.of(unknown)).toThrow('no SQL type for the property "at"');
});
