import { csvRecords, csvText } from '../../apps/web/console/keys/import/csv.ts';
import { csvLine } from '#platform/http';

/** The programs that write CSV: the exports of the API, and the pages. */
const WRITERS = [
  ['exports', (...fields: (string | number)[]) => csvLine(fields)],
  ['pages', (...fields: (string | number)[]) => csvText([fields])],
] as const;

const SIGNS = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];
const BEFORE = [
  '',
  ' ',
  '\u00a0',
  '\t',
  '\r',
  '\n',
  '\r\n',
  '\0',
  '\ufeff',
  '\u200b',
  '"',
  'a;',
  'a; ',
  'a;"',
  'a\t',
  'a\n',
  ';;',
  ' \t ',
];

describe.each(WRITERS)('%s', (_name, write) => {
  test.each(BEFORE)('no formula behind %j, for any separator', (before) => {
    for (const sign of SIGNS) {
      const line = write('x', `${before}${sign}1+1`);
      for (const cell of line.split(/[,;\t\r\n]/)) expect(cell).not.toMatch(/^[\s\0"\u200b]*[=+\-@＝＋－＠]/);
    }
  });

  test.each([
    ['plain', 'plain'],
    ['a, b', '"a, b"'],
    ['a "b"', '"a ""b"""'],
    ['a;b', '"a;b"'],
    ['a=b; c-d', '"a=b; c-d"'],
    ['two\nlines', '"two\nlines"'],
    ['', ''],
    [-5, '-5'],
  ])('other fields are written as they are: %j', (field, written) => expect(write('x', field)).toBe(`x,${written}\r\n`));

  test('a spreadsheet reads what was written, with the apostrophe', () => {
    const fields = ['=1', 'a;=1', '"', 'a,b', 'c\r\n=d'];
    expect(csvRecords(write(...fields))[0]!.fields).toEqual(["'=1", "a;'=1", '"', 'a,b', "c\r\n'=d"]);
  });

  test('a long field takes time in proportion', () => {
    const blanks = '\t;'.repeat(500_000);
    expect(write(blanks)).toHaveLength(blanks.length + 4);
  });
});
