import type { PoolClient } from 'pg';
import { StatementCache } from './prepared-statements.ts';

const connection = () => {
  const parsedStatements: { [name: string]: string } = {};
  return { parsedStatements, statements: StatementCache.of({ connection: { parsedStatements } } as unknown as PoolClient) };
};

test('a text keeps its name', () => {
  const { statements } = connection();
  expect(statements.nameFor('select 1')).toEqual(statements.nameFor('select 1'));
  expect(statements.nameFor('select 2')).not.toEqual(statements.nameFor('select 1'));
});

test('the statement that was not used for longest makes room for a new one, and gets a new name later', () => {
  const { parsedStatements, statements } = connection();
  const names = Array.from({ length: 8 }, (_, n) => statements.nameFor(`select ${n}`).name!);
  for (const name of names) parsedStatements[name] = 'prepared';
  statements.nameFor('select 0');
  expect(statements.nameFor('select 8').before).toBe(`deallocate "${names[1]}"`);
  expect(parsedStatements).not.toHaveProperty(names[1]!);
  expect(names).not.toContain(statements.nameFor('select 1').name);
});

test('a statement that could not be prepared is not deallocated', () => {
  const { statements } = connection();
  const outcomes = Array.from({ length: 9 }, (_, n) => statements.nameFor(`select ${n}`));
  expect(outcomes.every(({ before }) => before === undefined)).toBe(true);
});

test('a long text is not prepared', () => {
  const { statements } = connection();
  expect(statements.nameFor('x'.repeat(32 * 1024 + 1))).toEqual({});
});
