import { readFileSync } from 'node:fs';
import { frontOf } from '#support/texts';
import { type KeyForm, readTyped } from '../src/domain/keys/key-string.ts';

interface Vector {
  readonly prefix: string | null;
  readonly alphabet: string;
  readonly groups: number;
  readonly group_length: number;
  readonly key: string;
}

const vectors = JSON.parse(readFileSync(new URL('../../../docs/licensing/key-format-vectors.json', import.meta.url), 'utf8')) as {
  readonly valid: Vector[];
  readonly typed: (Vector & { readonly typed: string })[];
  readonly invalid: Vector[];
};

const formatOf = ({ alphabet, groups, group_length: groupLength }: Vector): KeyForm => ({
  alphabet,
  groups,
  groupLength,
  check: 'luhn_mod_n',
});
const read = (vector: Vector, typed: string) => readTyped(typed, frontOf(vector.prefix), formatOf(vector));

test.each(vectors.valid)('$key is a valid key', (vector) => {
  expect(read(vector, vector.key)).toBe(vector.key);
});

test.each(vectors.typed)('$typed means $key', (vector) => {
  expect(read(vector, vector.typed)).toBe(vector.key);
});

test.each(vectors.invalid)('$key is no key of its format', (vector) => {
  expect(read(vector, vector.key)).toBeNull();
});
