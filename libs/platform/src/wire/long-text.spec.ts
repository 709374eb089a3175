import { issuesOf, valueOf } from '../../testing/read.ts';
import { email, httpUrl, locale } from './formats.ts';
import { metadata } from './metadata.ts';
import { boolean, integer } from './number.ts';
import { oneOf, text } from './text.ts';
import { timestamp } from './time.ts';
import { uuid4 } from './uuid.ts';

const MIB = 1024 * 1024;
const long = (unit: string): string => unit.repeat(MIB / unit.length);

/** Runs that patterns like to try in every way there is, with an end that none of them takes. */
const RUNS = ['0', '1', ' ', '\t', '.', '-', '0.', '1-', '+1', 'a', 'a-', 'a@', 'a.', '{', '00:'].flatMap((unit) => [
  [`${JSON.stringify(unit)}, and an x`, `${long(unit)}x`],
  [`${JSON.stringify(unit)} between 1 and _`, `1${long(unit)}_`],
]);

test.each(RUNS)('a mebibyte of %s is accepted only as text', (_what, input) => {
  expect(valueOf(text(), input)).toBe(input);
  const fields = [
    integer(),
    boolean(),
    timestamp(),
    uuid4(),
    email(),
    httpUrl(),
    locale(),
    oneOf(['a']),
    text({ pattern: /^[a-z0-9-_]+$/, max: 255 }),
  ];
  for (const field of fields) expect(issuesOf(field, input)).toHaveLength(1);
  expect(issuesOf(metadata(), { [input]: 1 })).toHaveLength(1);
  expect(issuesOf(metadata(), { key: input })).toHaveLength(4);
});

test('a mebibyte of spaces around a number is ignored', () => {
  expect(valueOf(integer(), `${long(' ')}7.${long('0')}${long(' ')}`)).toBe(7);
});
