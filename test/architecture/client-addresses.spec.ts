import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../support/processes.ts';

/** Where addresses get their one form. */
const CLIENTS = 'libs/platform/src/http/clients.ts';
/** The address of a request as it arrived, unless it is grouped by network at once. */
const AS_IT_ARRIVED = /(?<!networkOf\()(?:\brequest|\breq)\.ip\b/;

const filesIn = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'))
    .map((name) => `${folder}/${name}`);

const readers = (files: readonly (readonly [path: string, text: string])[]): string[] =>
  files.filter(([path, text]) => path !== CLIENTS && AS_IT_ARRIVED.test(text)).map(([path]) => path);

test('addresses of clients are compared and stored in one form', () => {
  const files = ['libs', 'apps'].flatMap(filesIn).map((path) => [path, readFileSync(join(ROOT, path), 'utf8')] as const);
  expect(files.length).toBeGreaterThan(1_000);
  expect(readers(files)).toEqual([]);
  expect(readers([['libs/planted.ts', 'address: request.ip,']])).toEqual(['libs/planted.ts']);
});
