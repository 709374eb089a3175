import { isStorable } from './storable.ts';

const nested = (depth: number): unknown => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`);

test.each([['text'], ['😀'], [''], [0], [null], [undefined], [true], [{ a: ['b', { c: 'd' }] }], [nested(50_000)]])(
  'what the database can store: %#',
  (value) => expect(isStorable(value)).toBe(true),
);

test.each([['a\0b'], ['\ud800'], ['\udc00\ud800'], [Infinity], [NaN], [['a', ['\0']]], [{ a: { '\0': 1 } }], [{ a: '\udfff' }]])(
  'what it cannot: %#',
  (value) => expect(isStorable(value)).toBe(false),
);
