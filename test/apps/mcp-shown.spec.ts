import { shown } from '../../apps/api/mcp/shown.ts';

test.each([
  [
    { id: 'a', key: 'PRO-1234-5678', display_key: '****-5678' },
    { id: 'a', display_key: '****-5678' },
  ],
  [{ nested: [{ invitation_token: 'abcdefgh', secret: null }] }, { nested: [{}] }],
  [{ key: 'PRO-1234-5678', notes: 'it is PRO-1234-5678' }, { notes: 'it is [removed]' }],
  [{ note: 'my token latchkey_pat_0123456789abcdef, and whsec_0123456789' }, { note: 'my token [removed], and [removed]' }],
  [{ note: 'it is PRO-96ABFB14-29F6-42A7-A72E-5EAA43D319B3.' }, { note: 'it is [removed].' }],
  [{ id: '96abfb14-29f6-42a7-a72e-5eaa43d319b3' }, { id: '96abfb14-29f6-42a7-a72e-5eaa43d319b3' }],
  [{ payload: '{"data":{"key":"PRO-1234-5678","id":1}}' }, { payload: '{"data":{"id":1}}' }],
  [
    { code: 'EXPIRED', checks: [{ code: 'EXPIRED' }] },
    { code: 'EXPIRED', checks: [{ code: 'EXPIRED' }] },
  ],
  [{ code: 'ABC123' }, {}],
  [{ key: 'ACME_PRO', license_key: 'ENTERPRISE', notes: 'it is ACME_PRO' }, { notes: 'it is [removed]' }],
  [{ format: 'slack', url: 'https://hooks.slack.com/services/T0/B0/x' }, { format: 'slack' }],
  [
    { format: 'raw', url: 'https://example.com/' },
    { format: 'raw', url: 'https://example.com/' },
  ],
  [{ name: 'a\u202eb\u0007' }, { name: 'a b ' }],
  [{ metadata: { 'a\ufe0fb': 'c\u{e0041}d' } }, { metadata: { 'a b': 'c d' } }],
  [{ 'k\u3164ey': 'ACME-1234' }, {}],
  [{ whsec_0123456789: 'name' }, { '[removed]': 'name' }],
  ['text', 'text'],
  [undefined, undefined],
])('%j is shown as %j', (value, expected) => {
  expect(shown(value)).toEqual(expected);
});

test('no character goes through that nobody sees', () => {
  const unseen = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\u2800]/u;
  const characters = Array.from({ length: 0x11_0000 }, (_, code) => String.fromCodePoint(code)).filter((each) =>
    unseen.test(each),
  );
  expect(characters).toEqual(expect.arrayContaining(['\u3164', '\u115f', '\uffa0', '\ufe0f', '\u{e01ef}', '\u034f', '\u2800']));
  expect(shown({ [characters.join('')]: characters.join('') })).toEqual({ ' ': ' ' });
  for (const each of characters) expect([each.codePointAt(0), shown(`a${each}b`)]).toEqual([each.codePointAt(0), 'a b']);
});
