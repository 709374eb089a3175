import { issuesOf, valueOf } from '../../testing/read.ts';
import { country } from './address.ts';
import { email, httpUrl, locale } from './formats.ts';

describe('an e-mail address', () => {
  test.each([
    ['a@example.com', 'a@example.com'],
    ['First.Last+tag@EXAMPLE.com', 'First.Last+tag@example.com'],
    ['jürgen@example.com', 'jürgen@example.com'],
    ["o'hara+x/y=z@example.com", "o'hara+x/y=z@example.com"],
    ['用户@例子.广告', '用户@例子.广告'],
    ['a@sub.domain.example.co.uk', 'a@sub.domain.example.co.uk'],
    [' a@example.com\n', 'a@example.com'],
    ['\t\u00a0a@example.com\u200b\ufeff', 'a@example.com'],
    ['nobody@no-such-domain-anywhere.example', 'nobody@no-such-domain-anywhere.example'],
  ])('%s reads as %s', (input, value) => {
    expect(valueOf(email(), input)).toBe(value);
  });

  test.each([
    '',
    'a',
    'a@',
    '@example.com',
    'a@b',
    'a b@example.com',
    'a@example..com',
    'A <a@example.com>',
    'a@@example.com',
    '"a b"@example.com',
    '"ab"@example.com',
    '"a\u0007b"@example.com',
    'a\u0007b@example.com',
    'a\u0085b@example.com',
    'a\u00a0b@example.com',
    'a\u202eb@example.com',
    'a\u200bb@example.com',
    'a@exa\u200bmple.com',
    'a\u2028b@example.com',
    'a\r\nBcc: b@example.com',
  ])('rejects %j', (input) => {
    expect(issuesOf(email(), input)).toMatchObject([
      {
        type: 'value_error',
        msg: expect.stringMatching(/^value is not a valid email address: /),
        input,
        ctx: { reason: expect.any(String) },
      },
    ]);
  });

  test('is a string of limited length', () => {
    expect(issuesOf(email(), 1)).toMatchObject([{ type: 'string_type' }]);
    expect(issuesOf(email(), null)).toMatchObject([{ type: 'string_type' }]);
    expect(issuesOf(email(), 'a\0@example.com')).toMatchObject([{ type: 'value_error' }]);
    expect(issuesOf(email(), '\ud800@example.com')).toMatchObject([{ type: 'string_unicode' }]);
    expect(issuesOf(email(), `${'a'.repeat(400)}@example.com`)).toMatchObject([{ type: 'string_too_long' }]);
    expect(issuesOf(email(), `${'a'.repeat(65)}@example.com`)).toMatchObject([{ type: 'value_error' }]);
  });
});

describe('a web address', () => {
  test.each([
    ['https://example.com', 'https://example.com/'],
    ['http://EXAMPLE.com/a b?q=ä#x', 'http://example.com/a%20b?q=%C3%A4#x'],
    ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
    ['http://127.0.0.1:8080/x', 'http://127.0.0.1:8080/x'],
  ])('%s reads as %s', (input, value) => {
    expect(valueOf(httpUrl(), input)).toBe(value);
  });

  test.each([
    ['', 'url_parsing'],
    ['example.com', 'url_parsing'],
    ['/path', 'url_parsing'],
    ['http://', 'url_parsing'],
    ['http://a b/', 'url_parsing'],
    ['ftp://example.com', 'url_scheme'],
    ['javascript:alert(1)', 'url_scheme'],
    ['data:text/html,x', 'url_scheme'],
    ['mailto:a@example.com', 'url_scheme'],
    ['https://example.com/\0', 'value_error'],
    [`https://example.com/${'x'.repeat(2083)}`, 'string_too_long'],
    [1, 'url_type'],
    [null, 'url_type'],
    [['https://example.com'], 'url_type'],
  ])('rejects %j with %s', (input, type) => {
    expect(issuesOf(httpUrl(), input)).toMatchObject([{ loc: [], type }]);
  });
});

describe('a locale', () => {
  test.each([
    ['en', 'en'],
    ['en-us', 'en-US'],
    ['ZH-hant-tw', 'zh-Hant-TW'],
    ['de-DE-1996', 'de-DE-1996'],
  ])('%s reads as %s', (input, value) => {
    expect(valueOf(locale(), input)).toBe(value);
  });

  test.each(['', 'e', 'en_US', 'english language', 'und', 'x-private', '123', 'en-'])('rejects %j', (input) => {
    expect(issuesOf(locale(), input)).toEqual([
      { loc: [], type: 'value_error', msg: 'Value error, Invalid locale', input, ctx: { error: {} } },
    ]);
  });

  test('is a string', () => {
    expect(issuesOf(locale(), 1)).toMatchObject([{ type: 'string_type' }]);
    expect(issuesOf(locale(), 'a'.repeat(101))).toMatchObject([{ type: 'string_too_long' }]);
  });
});

test('a country is one of the codes of ISO 3166-1', () => {
  for (const code of ['DE', 'US', 'ZW', 'AX', 'BQ', 'RU']) expect(valueOf(country(), code)).toBe(code);
  for (const code of ['de', 'XX', 'DEU', '', null, 1]) expect(issuesOf(country(), code)).toMatchObject([{ type: 'enum' }]);
  expect(country().schema).toMatchObject({ enum: expect.arrayContaining(['AD', 'ZW']) });
});
