import { noteDatabaseSetting } from '#engine/connections';
import { databaseProblem } from './database-problem.ts';

const failure = (code: string, message = 'message', cause?: unknown) => Object.assign(new Error(message, { cause }), { code });

test.each([
  ['28P01', 'PostgreSQL does not accept the role and the password'],
  ['28000', 'PostgreSQL does not let the role'],
  ['3D000', 'The database of DATABASE_URL does not exist'],
  ['25006', 'The database is read-only'],
  ['53100', 'The disk of the database is full'],
  ['53300', 'PostgreSQL has no connection left'],
  ['42P01', 'The database is not migrated to this version. Run `latchkey migrate`'],
  ['08P01', 'DATABASE_URL does not lead to PostgreSQL itself'],
  ['08001', 'The database at DATABASE_URL cannot be connected to'],
  ['55P03', 'A session holds a lock for too long'],
  ['57014', 'The database takes too long for a statement'],
  ['ECONNREFUSED', 'The database at DATABASE_URL cannot be reached'],
])('%s is said in a sentence', (code, beginning) => {
  const sentence = databaseProblem(failure(code));
  expect(sentence).toMatch(/^[A-Z][^\n]*\.$/);
  expect(sentence!.slice(0, beginning.length)).toBe(beginning);
});

test('the cause of an error of the ORM counts, without the statement', () => {
  const error = failure('none', `insert into members values ('ada@example.com') - failed`, failure('53100'));
  expect(databaseProblem(error)).toMatch(/^The disk/);
  expect(databaseProblem(failure('42P01', `select * from members where name = 'ada' - no table`))).not.toContain('ada');
});

test('other errors are no problems of the operator', () => {
  for (const error of [failure('23505'), new Error('Something'), undefined, 'text']) {
    expect(databaseProblem(error)).toBeUndefined();
  }
});

test('an error of a pooler or a replica is told by its own setting', () => {
  const error = failure('ECONNREFUSED');
  noteDatabaseSetting(error, 'DATABASE_POOLER_URL');
  expect(databaseProblem(failure('none', 'of the ORM', error))).toMatch(/^The database at DATABASE_POOLER_URL cannot be reached/);
});
