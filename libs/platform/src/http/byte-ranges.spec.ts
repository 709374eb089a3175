import { byteRanges } from './byte-ranges.ts';

const SIZE = 1000;
const found = (header?: string) => {
  const ranges = byteRanges(SIZE, header);
  return typeof ranges === 'object' ? ranges.map(({ start, end }) => `${start}-${end}`).join() : ranges;
};

test.each([
  ['bytes=0-9', '0-9'],
  ['bytes=990-', '990-999'],
  ['bytes=-5', '995-999'],
  ['bytes=-5000', '0-999'],
  ['bytes=900-5000', '900-999'],
  [`bytes=999-${'9'.repeat(40)}`, '999-999'],
  ['BYTES= 0-0 , ,2-2,', '0-0,2-2'],
  ['bytes=20-29,0-9', '20-29,0-9'],
  ['bytes=20-29,0-9,25-40', '0-9,20-40'],
  ['bytes=0-9,10-19', '0-19'],
  ['bytes=0-9,1000-,-0', '0-9'],
])('%s selects %s', (header, expected) => expect(found(header)).toBe(expected));

test.each(['bytes=1000-', 'bytes=-0', 'bytes=1000-1001,-0'])('%s is unsatisfiable', (header) =>
  expect(found(header)).toBe('unsatisfiable'),
);

test.each([
  undefined,
  '',
  'bytes=',
  'bytes=,',
  'bytes=-',
  'bytes=9-1',
  'bytes=0-9,x',
  'bytes=1e2-',
  'lines=0-9',
  '0-9',
  `bytes=${Array.from({ length: 33 }, (_, index) => `${index * 2}-${index * 2}`).join()}`,
])('%s is ignored', (header) => expect(found(header)).toBeUndefined());
