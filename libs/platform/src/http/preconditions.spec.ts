import { continues, failedPrecondition } from './preconditions.ts';

const CONTENT = { etag: '"a"', modifiedAt: new Date('2026-11-20T12:00:00.900Z') };
const THEN = 'Fri, 20 Nov 2026 12:00:00 GMT';
const BEFORE = 'Fri, 20 Nov 2026 11:59:59 GMT';

test.each([
  [{}, undefined],
  [{ 'if-match': '"a"' }, undefined],
  [{ 'if-match': '"x", "a"' }, undefined],
  [{ 'if-match': '*' }, undefined],
  [{ 'if-match': 'W/"a"' }, 412],
  [{ 'if-match': '"x"' }, 412],
  [{ 'if-unmodified-since': THEN }, undefined],
  [{ 'if-unmodified-since': BEFORE }, 412],
  [{ 'if-unmodified-since': BEFORE, 'if-match': '"a"' }, undefined],
  [{ 'if-unmodified-since': 'soon' }, undefined],
  [{ 'if-none-match': '"x", W/"a"' }, 304],
  [{ 'if-none-match': '*' }, 304],
  [{ 'if-none-match': '"x"' }, undefined],
  [{ 'if-modified-since': THEN }, 304],
  [{ 'if-modified-since': BEFORE }, undefined],
  [{ 'if-modified-since': THEN, 'if-none-match': '"x"' }, undefined],
  [{ 'if-match': '"x"', 'if-none-match': '"a"' }, 412],
])('the conditions %j are answered with %s', (headers, status) => expect(failedPrecondition(headers, CONTENT)).toBe(status));

test.each([
  [undefined, true],
  ['"a"', true],
  [THEN, true],
  ['W/"a"', false],
  ['"x"', false],
  [BEFORE, false],
  ['Fri, 20 Nov 2026 12:00:01 GMT', false],
])('a download with If-Range %s is continued: %s', (ifRange, expected) => expect(continues(ifRange, CONTENT)).toBe(expected));
