import { issuesOf, valueOf } from '../../testing/read.ts';
import { uuid4 } from './uuid.ts';

const ID = '3f0b4b9a-6a1e-4c5e-8a51-0d3f4bb7a001';
const HEX = ID.replaceAll('-', '');

test.each([
  ID,
  ID.toUpperCase(),
  HEX,
  HEX.toUpperCase(),
  `{${ID}}`,
  `{${HEX}}`,
  `urn:uuid:${ID}`,
  `URN:UUID:${ID.toUpperCase()}`,
])('%s is the id in one of its forms', (input) => {
  expect(valueOf(uuid4(), input)).toBe(ID);
});

test.each([
  '',
  'nonsense',
  ID.slice(1),
  `${ID}0`,
  ` ${ID}`,
  `${ID}\n`,
  `${ID}\0`,
  `{${ID}`,
  `${ID}}`,
  ID.replace('3', 'g'),
  ID.replace('-', ''),
  ID.replaceAll('-', '_'),
  '\0',
  'x'.repeat(100_000),
])('%j is rejected', (input) => {
  const error = 'expected 32 hexadecimal digits, with or without dashes';
  const msg = `Input should be a valid UUID, ${error}`;
  expect(issuesOf(uuid4(), input)).toEqual([{ loc: [], type: 'uuid_parsing', msg, input, ctx: { error } }]);
});

test.each([
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '3f0b4b9a-6a1e-1c5e-8a51-0d3f4bb7a001',
  '3f0b4b9a-6a1e-5c5e-8a51-0d3f4bb7a001',
  '3f0b4b9a-6a1e-7c5e-8a51-0d3f4bb7a001',
  '3f0b4b9a-6a1e-4c5e-0a51-0d3f4bb7a001',
  '3f0b4b9a-6a1e-4c5e-ca51-0d3f4bb7a001',
])('%s is of another version or variant', (input) => {
  expect(issuesOf(uuid4(), input)).toEqual([
    { loc: [], type: 'uuid_version', msg: 'UUID version 4 expected', input, ctx: { expected_version: 4 } },
  ]);
});

test.each([1, null, true, [ID], { id: ID }, undefined].map((input) => [input]))('rejects %j, which is not a string', (input) => {
  const msg = 'UUID input should be a string, bytes or UUID object';
  expect(issuesOf(uuid4(), input)).toEqual([{ loc: [], type: 'uuid_type', msg, input }]);
});
