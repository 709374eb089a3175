import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { COMPANY_NETWORK } from './cases/company-networks.ts';
import { FIRST_BLOCK } from './cases/first-block.ts';
import { CASES } from './cases/index.ts';
import { SAMPLE } from './cases/sample.ts';
import { SHARED } from './cases/storage-of.ts';
import { LANGUAGES } from './languages.ts';
import { MUTATED } from './mutants/index.ts';

/** What the clients of this repository did when somebody ran the kit with `--write`. */
export const RESULTS = join(import.meta.dirname, '../RESULTS.md');
const NOT_RUN = '';

/** What a language did in a row. */
export interface Cell {
  readonly row: string;
  readonly language: string;
  readonly text: string;
}

/** The rows of a table, in their order. */
export const ROWS = {
  cases: [
    ...CASES.map(({ name }) => name),
    ...LANGUAGES.flatMap(({ name }) => SHARED.map((nameFor) => nameFor(name))),
    ...[COMPANY_NETWORK, SAMPLE, FIRST_BLOCK].map(({ name }) => name),
  ],
  mutants: [...new Set(MUTATED.flatMap(({ mutants }) => mutants.map(({ breaks }) => breaks)))],
} as const;

export type Section = keyof typeof ROWS;

/** The names of the rows that a table has. */
export const rowsOf = (section: Section): string[] => tableOf(readFileSync(RESULTS, 'utf8'), section).rows.map(([row]) => row!);

/** Writes what was found into a table. What it says of other languages stays. */
export async function writeResults(section: Section, found: readonly Cell[]): Promise<void> {
  const page = readFileSync(RESULTS, 'utf8');
  const { before, columns, rows, after } = tableOf(page, section);
  const known = rows.flatMap(([row, ...texts]) => texts.map((text, n): Cell => ({ row: row!, language: columns[n]!, text })));
  const measured = new Set(found.map(({ language }) => language));
  const cells = new Map([...known, ...found].map((cell) => [`${cell.row}\n${cell.language}`, cell.text]));
  const languages = LANGUAGES.map(({ name }) => name).filter((name) => columns.includes(name) || measured.has(name));
  const table = [
    ['', ...languages],
    ['---', ...languages.map(() => '---')],
    ...ROWS[section].map((row) => [`\`${row}\``, ...languages.map((language) => cells.get(`${row}\n${language}`) ?? NOT_RUN)]),
  ].map((line) => `| ${line.join(' | ')} |`);
  const text = `${before}\n\n${table.join('\n')}\n\n${after}`;
  writeFileSync(RESULTS, await format(text, { ...(await resolveConfig(RESULTS)), filepath: RESULTS }));
}

function tableOf(page: string, section: Section) {
  const [begin, end] = [`<!-- begin ${section} -->`, `<!-- end ${section} -->`];
  const [before, rest] = page.split(begin);
  const [table, after] = rest?.split(end) ?? [];
  if (table === undefined || after === undefined) throw new Error(`There is no table between ${begin} and ${end}.`);
  const lines = table
    .trim()
    .split('\n')
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll('`', '')),
    );
  const [[, ...columns] = [], , ...rows] = lines;
  return { before: `${before}${begin}`, columns, rows, after: `${end}${after}` };
}
