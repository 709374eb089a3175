import { readRecords, UnreadableFile } from '../../apps/cli/vendors/read-records.ts';

const idsIn = (text: string) => readRecords(Buffer.from(text)).map((record) => record.text('id'));

test.each([
  ['a response with a list', '{"data": [{"id": "1"}, {"id": 2}], "meta": {}}', ['1', '2']],
  ['a list of responses', '[{"items": [{"id": "1"}]}, {"items": [{"id": "2"}]}]', ['1', '2']],
  ['a response on each line', '{"sales": [{"id": "1"}]}\n\n{"sales": [{"id": "2"}]}\n', ['1', '2']],
  ['an object on each line', '{"id": "1"}\n{"id": "2"}', ['1', '2']],
  ['a single resource with what is included', '{"data": [{"id": "1"}], "included": [{"id": "2"}]}', ['1', '2']],
  ['one resource', '{"data": {"id": "1", "attributes": {"name": "x"}}}', ['1']],
  ['a table with semicolons and a byte order mark', '\uFEFFID;Name\n1;x\n2;y\n', ['1', '2']],
])('%s', (_what, text, ids) => {
  expect(idsIn(text)).toEqual(ids);
});

test.each([
  ['no JSON', '{"data": [', /JSON/],
  ['no objects', '[1]', /It is no object/],
  ['nothing', '[null]', /It is no object/],
  ['an empty file', '', /The file is empty/],
  ['a row with more fields than columns', 'id,name\n1,x,y\n', /Line 2: The line has 3 fields, not 2/],
  ['a quote that is never closed', 'id\n"1\n', /Line 2: A quote must be closed/],
])('%s is refused', (_what, text, message) => {
  expect(() => idsIn(text)).toThrow(
    expect.objectContaining({ name: UnreadableFile.name, message: expect.stringMatching(message) }),
  );
});

test('columns and properties have the same names, in the three ways in which vendors write them', () => {
  const [row] = readRecords(Buffer.from('Sale Price ($),licenseKey,user_id\n1.5,KEY,7\n'));
  expect([row!.text('sale_price'), row!.text('license_key'), row!.integer('user_id')]).toEqual(['1.5', 'KEY', 7]);
});

test.each([
  ['2025-01-31', '2025-01-31'],
  ['2025-01-31 10:00:00', '2025-01-31T10:00:00Z'],
  ['2025-01-31 10:00:00 UTC', '2025-01-31T10:00:00Z'],
  ['2025-01-31T10:00:00+02:00', '2025-01-31T10:00:00+02:00'],
  ['1798761600', '2027-01-01T00:00:00.000Z'],
  ['0', undefined],
  ['lifetime', undefined],
  ['0000-00-00 00:00:00', undefined],
])('the time %s is %s', (cell, time) => {
  const [row] = readRecords(Buffer.from(`id,at\n1,${cell}\n`));
  expect(row!.time('at')).toBe(time);
});
