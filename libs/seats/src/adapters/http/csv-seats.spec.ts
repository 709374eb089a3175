import { csvLines } from '#platform/http';
import { rowsOf } from './csv-seats.ts';

const MAX = 1000;
const MIB = 1024 * 1024;

/** The rows or the error of a text, and how many lines were read for it. */
function read(text: string): { result: object[] | string; lines: number } {
  let lines = 0;
  const counted = function* (): Generator<string[]> {
    for (const line of csvLines(text, 3)) {
      lines++;
      yield line;
    }
  };
  try {
    return { result: rowsOf(counted(), MAX), lines };
  } catch (error) {
    return { result: (error as Error).message, lines };
  }
}

test('reads quotes, empty fields and lines that end with CRLF or with the text', () => {
  expect([...csvLines('a,"b ""c"", d",\r\n"line\nbreak", e ,\n\n,,', 3)]).toEqual([
    ['a', 'b "c", d', ''],
    ['line\nbreak', 'e', ''],
    [''],
    ['', '', ''],
  ]);
});

test.each(['"open', '"a"b', 'a"b"', 'a\rb'])('refuses %j', (text) => {
  expect(() => [...csvLines(text, 3)]).toThrow('A quote must be closed');
});

test('reads at most one row more than allowed, however many there are', () => {
  const { result, lines } = read(`email\n${'a@b.example\n'.repeat(80_000)}`);
  expect([result.length, lines]).toEqual([MAX + 1, MAX + 2]);
});

test.each([
  ['before the first line', '\n'.repeat(MIB)],
  ['of spaces', ' \r\n'.repeat(MIB / 3)],
  ['between rows', `email\na@b.example\n${'\n'.repeat(MIB)}`],
])('stops after 1,000 blank lines %s', (_where, text) => {
  const { result, lines } = read(text);
  expect(result).toBe('There are more than 1000 blank lines');
  expect(lines).toBeLessThanOrEqual(MAX + 3);
});

test('stops at a line with too many fields, and at a first line that names no columns', () => {
  expect(read(','.repeat(MIB))).toEqual({ result: 'A line has more than 3 fields', lines: 0 });
  expect(read('x\n'.repeat(MIB / 2))).toEqual({ result: expect.stringMatching(/^The first line has to name/), lines: 1 });
});
