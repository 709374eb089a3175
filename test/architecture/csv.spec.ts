import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isGenerated, ROOT } from './sources.ts';

const SOURCES = '{apps,libs,packages}/**/*.{ts,tsx,mjs}';
const LEFT_OUT = /\.spec\.tsx?$|\/testing\//;

/** Whether the text puts a line of CSV together: fields joined to a line, or quotes doubled. */
const writesCsv = (text: string): boolean => /\.join\((?:[`'"][,;][`'"])?\)\}?\\r\\n|\(\s*(?:'"'|\/"\/g), '""'\)/.test(text);

test('CSV is written in one place, which leaves out formulas', () => {
  const files = globSync(SOURCES, { cwd: ROOT, exclude: isGenerated });
  const writers = files.filter((file) => !LEFT_OUT.test(file) && writesCsv(readFileSync(join(ROOT, file), 'utf8')));
  expect(writers).toEqual(['libs/support/src/csv/csv-line.ts']);
});

test.each([
  'lines.map((line) => `${line.join()}\\r\\n`)',
  "rows.map((row) => `${row.join(';')}\\r\\n`)",
  `'"' + text.replaceAll('"', '""') + '"'`,
  `text.replace(/"/g, '""')`,
])('another writer is found: %s', (text) => expect(writesCsv(text)).toBe(true));

/** Whether the text takes CSV apart: doubled quotes become single ones. */
const readsCsv = (text: string): boolean => /'""'\s*,\s*'"'\)|\/""\/g\s*,\s*'"'\)/.test(text);

test('CSV is read in one place, for the service and its pages', () => {
  const files = globSync(SOURCES, { cwd: ROOT, exclude: isGenerated });
  const readers = files.filter((file) => !LEFT_OUT.test(file) && readsCsv(readFileSync(join(ROOT, file), 'utf8')));
  expect(readers).toEqual(['libs/support/src/csv/csv.ts']);
});

test.each([`text.replaceAll('""', '"')`, `text.replace(/""/g, '"')`])('another reader is found: %s', (text) =>
  expect(readsCsv(text)).toBe(true),
);
