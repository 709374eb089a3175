import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { filesOfLastRelease, hasLastRelease, LAST_MIGRATION } from '../support/last-release.ts';
import { ROOT } from '../support/processes.ts';
import { dangersOf, migrationSources, parseMigration } from './migrations.ts';

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };

test('the last release works with what later migrations change', () => {
  const later = migrationSources().filter(({ name }) => name > LAST_MIGRATION);
  expect(later.length).toBeGreaterThan(0);
  expect(later.flatMap((migration) => dangersOf(migration, version))).toEqual([]);
});

const dangers = (sql: string, isTransactional = true): number =>
  dangersOf({ name: 'Migration', file: '', isTransactional, sql }, '0.9.0').length;

test.each([
  'alter table licensing.license_keys drop column notes',
  'drop view metering.usage_figures',
  'drop table licensing.notes; create view licensing.remarks as select 1 as id',
  'alter table licensing.license_keys rename column notes to remarks',
  'alter table licensing.license_keys rename to keys',
  'alter table licensing.license_keys alter column usage type bigint',
  'alter table licensing.license_keys alter column notes set not null',
  'alter table licensing.license_keys add column seen_at timestamptz, add column notes text not null',
  'alter table licensing.license_keys add constraint positive check (usage > 0)',
  'create index by_notes on licensing.license_keys (notes)',
  'create unique index if not exists by_notes on licensing.license_keys (notes)',
  'lock table licensing.license_keys in exclusive mode',
  '-- unused since 0.10.0\nalter table licensing.license_keys drop column notes',
])('refused: %s', (sql) => {
  expect(dangers(sql)).toBe(1);
});

test.each([
  'alter table licensing.license_keys add column notes text, add column seats int not null default 1',
  'alter table licensing.license_keys add constraint positive check (usage > 0) not valid',
  'create table licensing.notes (id uuid not null, primary key (id)); create index by_id on licensing.notes (id)',
  '-- unused since 0.9.0\nalter table licensing.license_keys drop column notes',
  'drop table licensing.notes; create view licensing.notes as select 1 as id',
  'create index by_id on only metering.events (id)',
])('accepted: %s', (sql) => {
  expect(dangers(sql)).toBe(0);
});

test('what runs outside of a transaction can be repeated', () => {
  const build = 'drop index concurrently if exists a.by_id; create index concurrently by_id on a.b (id)';
  expect([dangers(build, false), dangers(`${build}; update a.b set id = 1`, false)]).toEqual([0, 1]);
  for (const { isTransactional, sql, name } of migrationSources()) {
    if (isTransactional) continue;
    const built = [...sql.matchAll(/create (?:unique )?index concurrently (\S+)/g)].map(([, index]) => index!);
    const dropped = [...sql.matchAll(/drop index concurrently if exists \w+\.(\S+?)(?=[;\s]|$)/g)].map(([, index]) => index!);
    expect([name, dropped.slice(0, built.length)]).toEqual([name, built]);
  }
});

test('the SQL of a migration is found', () => {
  const parsed = parseMigration(
    'file',
    `export class Migration20990101_0000_Notes extends Migration {
      override isTransactional(): boolean {
        return false;
      }
      override up(): void {
        this.addSql('drop index concurrently if exists A.b');
        this.addSql(\`
          create index concurrently B on a.c (d)\`);
      }
    }`,
  );
  expect(parsed).toMatchObject({ name: 'Migration20990101_0000_Notes', isTransactional: false });
  expect(parsed.sql.split(';').map((text) => text.trim())).toEqual([
    'drop index concurrently if exists a.b',
    'create index concurrently b on a.c (d)',
  ]);
});

test('a context has one migration of the last release, by a name that a database of that release has', () => {
  const baselines = migrationSources().filter(({ name }) => name <= LAST_MIGRATION);
  const contextsOf = baselines.map(({ file }) => file.split('/')[1]);
  expect(contextsOf).toEqual([...new Set(contextsOf)]);
  expect(baselines.at(-1)!.name).toBe(LAST_MIGRATION);
  if (!hasLastRelease()) return;
  const released = new Set(filesOfLastRelease('libs/').map((file) => basename(file)));
  expect(baselines.filter(({ file }) => !released.has(basename(file)))).toEqual([]);
});
