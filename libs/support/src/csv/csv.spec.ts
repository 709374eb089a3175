import { columnsIn, CsvReader, csvRecords, fieldName, fieldsIn, MalformedCsv } from './csv.ts';

const LIMITS = { fields: 5, length: 100, blankLines: 3 };
const WRONG_QUOTES = 'A quote must be closed, and be followed by a separator or the end of the line';

const read = (text: string) =>
  [...csvRecords(text, LIMITS)].map((record) => [record.line, 'fields' in record ? record.fields : record.problem]);

test('records have the line on which they begin; fields have no blanks at their ends, and lines without content are left out', () => {
  expect(read('a,"b ""c"", d",\r\n\r\n"line\r\nbreak" , e ,\n,,\n"x "')).toEqual([
    [1, ['a', 'b "c", d', '']],
    [3, ['line\nbreak', 'e', '']],
    [6, ['x']],
  ]);
  expect(read('')).toEqual([]);
  expect(read('\n\r\n')).toEqual([]);
});

test.each([
  ['a,b\n1,2', ['1', '2']],
  ['a;b\r\n1;2', ['1', '2']],
  ['a\tb\r1\t2', ['1', '2']],
  ['"a,;";"b\n;"\n1,5;2', ['1,5', '2']],
  ['\n\na;b\n1;2', ['1', '2']],
  ['sep=;\na;b\n1;2', ['1', '2']],
  ['SEP=|\r\na|b\r\n1|2', ['1', '2']],
  ['"sep=,"\na,b;c\n1,2', ['1', '2']],
  ['sep=\t\na\tb\n1\t2', ['1', '2']],
  ['sep=],,,\na]b\n1]2', ['1', '2']],
  ['a\n1', ['1']],
])('%j is separated by what its first line says', (text, fields) => {
  expect(read(text).at(-1)![1]).toEqual(fields);
});

test('the line that names the separator is a line', () => {
  expect(read('sep=;\r\na\r\n1')).toEqual([
    [2, ['a']],
    [3, ['1']],
  ]);
});

test.each([
  ['a\nK-1\n"K-2', [3, WRONG_QUOTES]],
  ['a\nK"1', [2, WRONG_QUOTES]],
  ['a\n"K-1" x', [2, WRONG_QUOTES]],
  ['a\n1,2,3,4,5,6', [2, 'A line has more than 5 fields']],
])('%j says what is wrong with which line', (text, problem) => expect(read(text).at(-1)).toEqual(problem));

test('a line that is wrong does not hide the next one', () => {
  expect(read('a,b\nx"y,"z\r\n1,2')).toEqual([
    [1, ['a', 'b']],
    [2, WRONG_QUOTES],
    [3, ['1', '2']],
  ]);
});

test.each([
  [`a\n"${'x\n'.repeat(60)}"`, 2, /at most 100 characters; a quote may be open/],
  [`a\n${'x'.repeat(101)}`, 2, /at most 100 characters/],
  [`a\n\n,\n\n${'\n'.repeat(9)}`, 5, /more than 3 blank lines/],
])('%j is no file to go on with', (text, line, message) => {
  const error = new MalformedCsv(line, expect.stringMatching(message) as unknown as string);
  expect(() => read(text)).toThrow(expect.objectContaining({ line: error.line, message: expect.stringMatching(message) }));
});

test('records are the same however the text is cut, and come as soon as they are complete', () => {
  const text = 'sep=;\r\na;"b\r\n""c"""\r\n\r\n"1" ;2\r3;"4"\n\n5;6';
  const whole = [...csvRecords(text, LIMITS)];
  for (let size = 1; size < text.length; size++) {
    const reader = new CsvReader(LIMITS);
    const parts = Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
      text.slice(index * size, (index + 1) * size),
    );
    const records = parts.flatMap((part) => [...reader.read(part)]);
    expect(records.length).toBeGreaterThanOrEqual(whole.length - 2);
    expect([...records, ...reader.end()]).toEqual(whole);
  }
});

test('columns and fields may be followed by empty ones', () => {
  expect(columnsIn(['a', '', 'b', '', ''])).toEqual(['a', '', 'b']);
  expect(fieldsIn(['1', '', '', ''], 2)).toEqual(['1', '']);
  expect(fieldsIn(['1', '', 'x', ''], 2)).toBe('The line has 3 fields, not 2');
  expect(fieldsIn(['1'], 2)).toBe('The line has 1 fields, not 2');
});

test.each([' External ID ', 'external_id', 'EXTERNAL\u00a0ID', 'External   Id'])('%j is external_id', (column) =>
  expect(fieldName(column)).toBe('external_id'),
);
