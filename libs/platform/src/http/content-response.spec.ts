import { Readable } from 'node:stream';
import { ContentResponse } from './content-response.ts';

const PICTURES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];
const OTHERS = [
  'image/svg+xml',
  'text/html',
  'application/xhtml+xml',
  'text/xml',
  'text/javascript',
  'application/javascript',
  'text/css',
  'application/wasm',
  'application/json',
  'text/plain',
  'application/pdf',
  'image/png;x=svg',
  'image/pngx',
  'x/image/png',
  '',
];

const headersOf = (type: string, use: 'show' | 'save', headers: Record<string, string> = {}) =>
  new ContentResponse(
    { method: 'GET', headers },
    { name: 'a.b', type, size: 9, etag: '"x"', modifiedAt: new Date(0), open: async () => Readable.from([]) },
    use,
  ).headers;
const dispositionOf = (...about: Parameters<typeof headersOf>) =>
  String(headersOf(...about)['content-disposition']).split(';')[0];

test.each(PICTURES)('%s is shown, unless it is to be saved', (type) => {
  expect([dispositionOf(type, 'show'), dispositionOf(type, 'save')]).toEqual(['inline', 'attachment']);
});

test.each(OTHERS)('“%s” is saved in any case', (type) => {
  expect([dispositionOf(type, 'show'), dispositionOf(type, 'save')]).toEqual(['attachment', 'attachment']);
});

test.each([
  ['a whole', {}],
  ['a range', { range: 'bytes=0-1' }],
  ['several ranges', { range: 'bytes=0-1,3-4' }],
  ['an unsatisfiable range', { range: 'bytes=90-' }],
  ['what the browser has', { 'if-none-match': '"x"' }],
])('nothing runs: %s', (_what, headers: Record<string, string>) => {
  expect(headersOf('image/svg+xml', 'show', headers)).toMatchObject({
    'content-security-policy': expect.stringMatching(/^default-src 'none'; .*sandbox$/),
    'content-disposition': expect.stringMatching(/^attachment; /),
  });
});
