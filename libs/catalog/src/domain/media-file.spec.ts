import { ResourceNotFound } from '#kernel';
import { aFile, digest, png } from '../../testing/media-file.builder.ts';
import { errorsOf } from '../../testing/errors.ts';
import { looksLike, assertPart, etagOf } from './upload.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const MIB = 1024 * 1024;
const none = null;
const part = (number: number, chunkStart: number, chunkEnd: number, checksumSha256Base64: string | null = none) => ({
  number,
  chunkStart,
  chunkEnd,
  checksumSha256Base64,
});

describe('a file', () => {
  test('has a path that begins with its purpose and ends with its name', () => {
    const file = aFile().build();
    expect(file.snapshot.path).toBe(`product_media/${file.organizationId}/${file.id}/logo.png`);
    expect([file.snapshot.uploadedAt, file.snapshot.checksumEtag]).toEqual([null, null]);
  });

  test('keeps its path when its name changes', () => {
    const file = aFile().build();
    const { path } = file.snapshot;
    file.update({ name: 'new.png' });
    file.update({ version: '2' });
    expect(file.snapshot).toMatchObject({ name: 'new.png', version: '2', path });
    expect(() => file.update({ name: 'a/b' })).toThrow('A name has');
    expect(file.snapshot.name).toBe('new.png');
  });

  test.each<[string, object, string]>([
    ['no name', { name: '' }, 'name'],
    ['a name of 256 characters', { name: 'ä'.repeat(256) }, 'name'],
    ['a name that leads upward', { name: '..' }, 'name'],
    ['a name with a slash', { name: 'a/b' }, 'name'],
    ['a name with a backslash', { name: 'a\\b' }, 'name'],
    ['a name with a line end', { name: 'a\nb' }, 'name'],
    ['a type that is no image', { mimeType: 'text/html' }, 'mimeType'],
    ['a type with a parameter', { service: 'downloadable', mimeType: 'text/html; x=1' }, 'mimeType'],
    ['a type from the prototype', { mimeType: 'constructor' }, 'mimeType'],
    ['a checksum that is none', { checksumSha256: 'x' }, 'checksumSha256Base64'],
    ['no parts', { parts: [] }, 'upload.parts'],
    [
      'too many parts',
      { parts: Array.from({ length: 10_001 }, (_, index) => part(index + 1, index, index + 1)) },
      'upload.parts',
    ],
    ['a gap between parts', { size: 9, parts: [part(1, 0, 4), part(2, 5, 9)] }, 'upload.parts.1.chunkStart'],
    ['parts that overlap', { size: 9, parts: [part(1, 0, 4), part(2, 3, 9)] }, 'upload.parts.1.chunkStart'],
    ['an empty part', { size: 4, parts: [part(1, 0, 4), part(2, 4, 4)] }, 'upload.parts.1.chunkEnd'],
    ['parts out of order', { size: 4, parts: [part(2, 0, 4)] }, 'upload.parts.0.number'],
    ['parts that are not all of it', { size: 5, parts: [part(1, 0, 4)] }, 'upload.parts.0.chunkEnd'],
    ['a checksum of a part that is none', { size: 4, parts: [part(1, 0, 4, 'x')] }, 'upload.parts.0.checksumSha256Base64'],
  ])('with %s is rejected', (_what, invalid, path) => {
    expect(errorsOf(() => aFile().with(invalid).build()).map((problem) => problem.path.join('.'))).toEqual([path]);
  });

  test.each([
    ['product_media', 10 * MIB],
    ['organization_avatar', MIB],
  ] as const)('for the purpose %s has at most %i bytes', (service, max) => {
    const sized = (size: number) => aFile().with({ service, size, parts: [part(1, 0, Math.min(size, 10 * MIB)), ...rest(size)] });
    const rest = (size: number) => (size > 10 * MIB ? [part(2, 10 * MIB, size)] : []);
    expect(sized(max).build().snapshot.size).toBe(max);
    expect(errorsOf(() => sized(max + 1).build()).map(({ path }) => path)).toEqual([['size']]);
  });
});

describe('a part', () => {
  const given = aFile().inPartsOf(10);

  test('is expected until the upload is completed', () => {
    const file = given.build();
    expect(file.expectedPart(2)).toMatchObject({ number: 2, chunkStart: 10 });
    expect(() => file.expectedPart(3)).toThrow(ResourceNotFound);
    file.complete(given.content(), NOW);
    expect(() => file.expectedPart(2)).toThrow(ResourceNotFound);
  });

  test('must have the declared size and checksum', () => {
    const planned = given.build().expectedPart(1);
    const [chunk] = given.chunks();
    const found = { number: 1, size: 10, sha256: digest(chunk!) };
    expect(() => assertPart(planned, found)).not.toThrow();
    expect(() => assertPart(planned, { ...found, size: 9 })).toThrow('must have 10 bytes');
    expect(() => assertPart(planned, { ...found, sha256: digest(png()) })).toThrow('announced checksum');
    expect(() => assertPart({ ...planned, checksumSha256Base64: null }, { ...found, sha256: digest(png()) })).not.toThrow();
  });
});

describe('an upload', () => {
  const given = aFile().inPartsOf(10);
  const content = given.content();

  test('is completed with the stored content, once', () => {
    const file = given.with({ checksumSha256: null }).build();
    const upload = file.uploadOf(given.claim(file))!;
    expect(upload.numbers).toEqual([1, 2]);
    upload.assertParts(content);
    upload.assertComplete(content);
    file.complete(content, NOW);
    file.complete({ ...content, sha256: digest(png()) }, new Date(0));
    expect(file.snapshot).toMatchObject({
      uploadedAt: NOW,
      checksumSha256: Buffer.from(content.sha256, 'hex').toString('base64'),
      checksumEtag: etagOf(content),
    });
    expect(file.uploadOf(given.claim(file))).toBeNull();
  });

  test('reports all invalid fields together', () => {
    const file = given.build();
    const errors = errorsOf(() => file.uploadOf({ id: 'x', path: 'y', parts: [] }));
    expect(errors.map(({ path }) => path)).toEqual([['id'], ['path'], ['parts']]);
  });

  test('rejects parts that were not uploaded or differ', () => {
    const file = given.build();
    const upload = file.uploadOf(given.claim(file))!;
    const [first] = content.parts;
    const found = errorsOf(() => upload.assertParts({ ...content, parts: [{ ...first!, sha256: digest(png()) }] }));
    expect(found.map(({ path }) => path.join('.'))).toEqual([
      'parts.0.checksumEtag',
      'parts.0.checksumSha256Base64',
      'parts.1.number',
    ]);
  });

  test.each<[string, object]>([
    ['another size', { size: 1 }],
    ['another checksum', { sha256: digest(png()) }],
    ['another type', { head: Buffer.from('GIF89a') }],
  ])('rejects a file of %s', (_what, other) => {
    const file = given.with({ checksumSha256: Buffer.from(content.sha256, 'hex').toString('base64') }).build();
    const upload = file.uploadOf(given.claim(file))!;
    expect(errorsOf(() => upload.assertComplete({ ...content, ...other }))).toHaveLength(1);
  });
});

test.each<[string, string, boolean]>([
  ['image/png', '\x89PNG\r\n\x1a\n', true],
  ['image/png', '\x89PNG', false],
  ['image/jpeg', '\xff\xd8\xff\xe1', true],
  ['image/gif', 'GIF87a', true],
  ['image/gif', 'GIF88a', false],
  ['image/webp', 'RIFF\0\0\0\0WEBP', true],
  ['image/webp', 'RIFF\0\0\0\0WAVE', false],
  ['image/svg+xml', '<svg>', true],
  ['image/svg+xml', '\xef\xbb\xbf \n<!DOCTYPE svg><svg xmlns="x">', true],
  ['image/svg+xml', '<?xml version="1.0"?><!-- <html> --><SVG >', true],
  ['image/svg+xml', '<html><svg>', false],
  ['image/svg+xml', '<?xml version="1.0"?><html>', false],
  ['image/svg+xml', '', false],
  ['text/html', '<svg>', false],
])('a file of the type %s that begins with %j: %s', (type, head, is) => {
  expect(looksLike('product_media', type, Buffer.from(head, 'latin1'))).toBe(is);
});
