import { csvLine, csvRecords } from './index.ts';

const write = (...fields: (string | number)[]): string => csvLine(fields);

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
  const [record] = csvRecords(write(...fields), { fields: 10, length: 100, blankLines: 0 });
  expect(record).toMatchObject({ fields: ["'=1", "a;'=1", '"', 'a,b', "c\n'=d"] });
});

test('a long field takes time in proportion', () => {
  const blanks = '\t;'.repeat(500_000);
  expect(write(blanks)).toHaveLength(blanks.length + 4);
});
