import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REFUSAL_CODES } from '../../packages/client/src/index.ts';
import { LANGUAGES } from '../../packages/conformance/src/languages.ts';
import { REFUSALS, withRefusals } from '../../packages/conformance/src/refusals.ts';

const OPERATIONS = join(import.meta.dirname, '../../libs/licensing/src/adapters/http');
/** The operations that applications call. Files are activated by people, in the portal or by the seller. */
const OF_APPLICATIONS = [
  'license-key-operations.ts',
  'lease-operations.ts',
  'usage-reservations.controller.ts',
  'trials.controller.ts',
];
const known = REFUSALS.map(({ code }) => code);

/** The codes that the description of the header `License-Code` names. */
const documentedCodes = (file: string): string[] =>
  [...readFileSync(join(OPERATIONS, file), 'utf8').matchAll(/'License-Code':((?:\s*\+?\s*'[^']*')+)/g)].flatMap(
    ([, description]) => [...description!.matchAll(/`([A-Z_]+)`/g)].map(([, code]) => code!),
  );

test('every code of the service and of the libraries has a sentence and a next step, once', () => {
  const codes = new Set([...OF_APPLICATIONS.flatMap(documentedCodes), ...REFUSAL_CODES, 'INVALID_REQUEST']);
  expect(codes.size).toBeGreaterThan(25);
  expect(known.toSorted()).toEqual([...codes].toSorted());
  for (const { sentence, next } of REFUSALS) expect(`${sentence} ${next}`).toMatch(/^[A-Z].*\. [A-Z].*\.$/);
});

/** Without what makes a table pretty. */
const plain = (text: string): string => text.replace(/ {2,}/g, ' ').replace(/-{3,}/g, '---').replace(/\n+/g, '\n');

test.each(LANGUAGES)('the README of $name has the table (`npm run refusals` writes it)', ({ firstBlock }) => {
  const text = readFileSync(firstBlock!.readme, 'utf8');
  expect(plain(text)).toBe(plain(withRefusals(text)));
});

test('a README without the table is found', () => {
  expect(() => withRefusals('# A client\n')).toThrow('There is no table of refusals');
  const text = '<!-- begin refusals -->\n<!-- end refusals -->\n';
  expect(plain(withRefusals(text))).not.toBe(plain(text));
});
