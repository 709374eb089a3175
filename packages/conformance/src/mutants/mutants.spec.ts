import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { COMPANY_NETWORK } from '../cases/company-networks.ts';
import { CASES } from '../cases/index.ts';
import { MUTATED } from './index.ts';
import { broken } from './mutant.ts';

const NAMES = [...CASES, COMPANY_NETWORK].map(({ name }) => name);

test.each(MUTATED)('the mutants of the client in $name can be made of its sources', ({ folder, mutants }) => {
  for (const mutant of mutants) {
    const source = readFileSync(join(folder, mutant.file), 'utf8');
    expect(broken(source, mutant)).not.toBe(source);
  }
});

test.each(MUTATED)('each mutant of the client in $name breaks a rule of its own, which a case asks for', ({ mutants }) => {
  const rules = mutants.map(({ breaks }) => breaks);
  expect(rules).toEqual([...new Set(rules)]);
  expect(mutants.filter(({ by }) => !NAMES.some((name) => name.includes(by)))).toEqual([]);
});

test('a breakage whose place is missing or ambiguous is an error', () => {
  const mutant = { breaks: 'a rule', file: 'a.ts', find: 'a', replace: 'b', by: 'vectors' };
  expect(broken('an', mutant)).toBe('bn');
  expect(() => broken('n', mutant)).toThrow('0 times');
  expect(() => broken('ana', mutant)).toThrow('2 times');
});
