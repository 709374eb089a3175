import { Ajv2020 } from 'ajv/dist/2020.js';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Application, Opening } from './application.ts';
import { CASES } from './cases/index.ts';
import { Drivers } from './drivers.ts';
import { LANGUAGES } from './languages.ts';
import { ROWS, rowsOf } from './results-page.ts';
import { problemOf } from './run.ts';

const LICENSING = join(import.meta.dirname, '../../../docs/licensing');
const read = (file: string): object => JSON.parse(readFileSync(join(LICENSING, file), 'utf8')) as object;
/** Says yes to everything. */
const YES = {
  name: 'yes',
  command: `exec "${process.execPath}" -e 'process.stdin.on("data", (lines) => process.stdout.write(String(lines).replace(/.+/g, JSON.stringify({ outcome: "ok", license: { usable: true } }))))'`,
  cwd: import.meta.dirname,
};

const [typescript, yes] = [LANGUAGES.find(({ name }) => name === 'typescript')!, YES].map((language) => new Drivers(language));
afterAll(async () => {
  await Promise.all([typescript!.end(), yes!.end()]);
});

test.each(CASES.filter(({ isFor }) => isFor?.(typescript!.language) !== false))('TypeScript: $name', async (each) => {
  expect(await problemOf(each, typescript!)).toBeUndefined();
});

test.each(CASES)('a client that says yes to everything does not pass: $name', async (each) => {
  expect(await problemOf(each, yes!)).toEqual(expect.any(String));
});

test('a case is left out if it asks for a command, an option or a field that a client does not have', async () => {
  const drivers = new Drivers({ ...YES, without: { 'a reason': ['lease', 'open device', 'activate manage', 'vector device'] } });
  const askedFor = (run: (app: Application) => Promise<unknown>, opening: Opening = {}) =>
    problemOf({ name: 'a case', run: async (kit) => void (await run(await kit.application(opening))) }, drivers);
  expect(await askedFor((app) => app.ask('activate', { key: 'KEY', manage: false }))).toBeUndefined();
  expect(await askedFor((app) => app.ask('activate', { key: 'KEY', manage: true }))).toBeNull();
  expect(await askedFor((app) => app.ask('lease'))).toBeNull();
  expect(await askedFor(async () => undefined, { device: {} })).toBeNull();
  expect(await askedFor((app) => app.ask('vector', { kind: 'lease', given: {} }))).toBeUndefined();
  expect(await askedFor((app) => app.ask('vector', { kind: 'device', given: {} }))).toBeNull();
  await drivers.end();
});

test('the page names the cases', () => {
  const page = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');
  const [, table = ''] = page.split('## What the cases ask');
  const named = [...table.matchAll(/(?<=^\|[^|]*)`([^`]+)`(?=[^|]*\|)/gm)].map(([, name]) => name);
  expect(named).toEqual(CASES.map(({ name }) => name));
});

test.each(['cases', 'mutants'] as const)('the table of results has all %s', (section) => {
  expect(rowsOf(section)).toEqual(ROWS[section]);
});

test.each(['vectors', 'key-form-vectors'])('%s have the form of their schema', (name) => {
  const validate = new Ajv2020({ allowUnionTypes: true }).compile(read(`${name}.schema.json`));
  validate(read(`${name}.json`));
  expect(validate.errors).toBeNull();
});
