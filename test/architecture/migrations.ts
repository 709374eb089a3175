import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../support/processes.ts';

/** A migration: the SQL in lower case, one space between words. */
export interface MigrationSource {
  readonly name: string;
  readonly file: string;
  readonly isTransactional: boolean;
  readonly sql: string;
}

const nameOf = (text: string): string => /export class (Migration\w+)/.exec(text)![1]!;

const sqlOf = (text: string): string =>
  [...text.matchAll(/addSql\(\s*(['`])(.*?)\1,?\s*\)/gs)].map(([, , sql]) => sql!).join(';\n');

export const parseMigration = (file: string, text: string): MigrationSource => ({
  file,
  name: nameOf(text),
  isTransactional: !/isTransactional\(\)[^}]*return false/.test(text),
  sql: sqlOf(text).toLowerCase(),
});

export const migrationSources = (): MigrationSource[] =>
  globSync('libs/*/migrations/migration-*.ts', { cwd: ROOT })
    .map((file) => parseMigration(file, readFileSync(join(ROOT, file), 'utf8')))
    .sort((a, b) => (a.name < b.name ? -1 : 1));

/** `-- unused since 0.1.0`, in the line before a statement: the code of that release does not use any more what it removes. */
const MARK = /--\s*unused since (\d+\.\d+\.\d+)\s*$/;

interface Rule {
  readonly what: string;
  readonly pattern: RegExp;
  /** What the last release no longer uses may be removed. */
  readonly mayBeMarked?: boolean;
}

const RULES: readonly Rule[] = [
  {
    what: 'removes',
    pattern: /\bdrop (table|column|view|materialized view|schema|function|type|sequence|trigger)\b/,
    mayBeMarked: true,
  },
  { what: 'renames', pattern: /\brename\b/ },
  { what: 'changes a type', pattern: /\balter column \S+ (set data )?type\b/ },
  { what: 'makes a column required', pattern: /\bset not null\b/ },
  { what: 'removes a default', pattern: /\bdrop default\b/, mayBeMarked: true },
  {
    what: 'adds a required column without a default',
    pattern: /\badd column (?:if not exists )?\S+ (?![^,;]*\bdefault\b)[^,;]*\bnot null\b/,
  },
  {
    what: 'checks all rows under a lock',
    pattern: /\badd (constraint \S+ )?(check|foreign key|unique|primary key|exclude)\b(?![^;]*\bnot valid\b)/,
  },
  { what: 'locks a table', pattern: /\b(lock table|truncate|vacuum full|cluster)\b/ },
];

const CREATED = /\bcreate (?:temporary )?table (?:if not exists )?([\w.]+)/g;
/** An index of only the parent of partitions builds nothing. */
const INDEX = /\bcreate (?:unique )?index (concurrently )?(?:if not exists )?\S+ on (?!only )([\w.]+)/g;
/** The last release reads and writes the view in place of the table. */
const VIEW = /\bcreate view ([\w.]+)/g;

/** Statements with which the last release would fail or wait. A statement ends at its semicolon; those of functions are taken apart, too. */
export function dangersOf({ name, sql, isTransactional }: MigrationSource, version: string): string[] {
  const created = new Set([...sql.matchAll(CREATED)].map(([, table]) => table!));
  const views = new Set([...sql.matchAll(VIEW)].map(([, view]) => view!));
  const statements = sql.split(';').map((text) => ({
    text: text.replace(/--.*$/gm, '').replace(/\s+/g, ' ').trim(),
    unusedSince: text.split('\n').flatMap((line) => MARK.exec(line)?.[1] ?? [])[0],
  }));
  const found = statements.flatMap(({ text, unusedSince }) =>
    RULES.filter(({ pattern, mayBeMarked }) => {
      const isAllowed =
        mayBeMarked && unusedSince !== undefined && unusedSince.localeCompare(version, 'en', { numeric: true }) <= 0;
      const isOfNewTable = [...created].some((table) => text.startsWith(`create table ${table} `));
      const isReplaced = views.has(/^drop table ([\w.]+)$/.exec(text)?.[1] ?? '');
      return pattern.test(text) && !isAllowed && !isOfNewTable && !isReplaced;
    }).map(({ what }) => `${name} ${what}: ${text}`),
  );
  const indexes = [...sql.matchAll(INDEX)]
    .filter(([, concurrently, table]) => !concurrently && !created.has(table!))
    .map(([statement]) => `${name} builds an index under a lock: ${statement}`);
  const outside = isTransactional
    ? []
    : statements
        .filter(({ text }) => text !== '' && !/^(create (unique )?index|drop index) concurrently /.test(text))
        .map(({ text }) => `${name} is not one transaction: ${text}`);
  return [...found, ...indexes, ...outside];
}
