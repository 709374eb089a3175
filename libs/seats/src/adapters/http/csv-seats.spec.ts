import { csvRecords } from '#support/csv';
import { rowsOf } from './csv-seats.ts';

const MAX = 1000;
const MIB = 1024 * 1024;
const LIMITS = { fields: 10, length: MIB, blankLines: 1000 };

/** The rows or the error of a text, and how many records were read for it. */
function read(text: string): { result: object[] | string; records: number } {
  let records = 0;
  const counted = function* () {
    for (const record of csvRecords(text, LIMITS)) {
      records++;
      yield record;
    }
  };
  try {
    return { result: rowsOf(counted(), MAX), records };
  } catch (error) {
    return { result: (error as Error).message, records };
  }
}

test('reads what spreadsheets write: names of columns in any case, and empty columns and lines behind the others', () => {
  const text = 'sep=;\r\nExternal member ID; E-Mail ;;\r\n';
  expect(read(text).result).toMatch(/^The first line has to name/);
  const rows = [{ email: 'a@b.example', name: 'Ann' }, { email: 'c@d.example' }];
  expect(read('Name;EMAIL; External Member_ID;;\r\nAnn; a@b.example ;;;\r\n;c@d.example\r;;;\r\n;;;;\r\n').result).toMatch(
    /fields/,
  );
  expect(read('Name;EMAIL; External Member_ID;;\r\nAnn; a@b.example ;;;\r\n;c@d.example;;\r\n;;;\r\n;;;;\r\n').result).toEqual(
    rows,
  );
});

test('reads at most one row more than allowed, however many there are', () => {
  const { result, records } = read(`email\n${'a@b.example\n'.repeat(80_000)}`);
  expect([result.length, records]).toEqual([MAX + 1, MAX + 2]);
});

test.each([
  ['before the first line', '\n'.repeat(MIB)],
  ['of spaces', ' \r\n'.repeat(MIB / 3)],
  ['between rows', `email\na@b.example\n${'\n'.repeat(MIB)}`],
  ['of separators', `email\n${',\n'.repeat(MIB / 2)}`],
])('stops after 1,000 blank lines %s', (_where, text) => {
  const { result, records } = read(text);
  expect(result).toBe('There are more than 1000 blank lines');
  expect(records).toBeLessThanOrEqual(2);
});

test('stops at a line with too many fields, and at a first line that names no columns', () => {
  expect(read(','.repeat(MIB))).toEqual({ result: 'A line has more than 10 fields', records: 1 });
  expect(read('x\n'.repeat(MIB / 2))).toEqual({ result: expect.stringMatching(/^The first line has to name/), records: 1 });
});
