import { EntityManager } from '@mikro-orm/postgresql';
import { CommandBus } from '@nestjs/cqrs';
import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { DeleteStaleFiles } from '#catalog';
import { startApi } from '../support/api.ts';
import { type Call, callAs } from '../support/call.ts';
import { databaseWrites } from '../support/database-writes.ts';
import { announceFile, announcement, completionOf, pathOf, PIXEL, seedFile, sendParts, sha256 } from '../support/seed-file.ts';
import { type SeededOrganization, seedOrganization } from '../support/seed.ts';

const NOT_FOUND = { error: 'ResourceNotFound', detail: 'Not found' };
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const MIB = 1024 * 1024;
const SVG = Buffer.from(
  '<?xml version="1.0"?>\n<!-- a circle -->\n<svg xmlns="http://www.w3.org/2000/svg"><circle r="1"/></svg>',
);
/** Bytes that begin like a PNG. */
const png = (size: number): Buffer => Buffer.concat([PIXEL, randomBytes(size - PIXEL.length)]);

let api: Awaited<ReturnType<typeof startApi>>;
let ours: SeededOrganization;
let call: Call;
let anonymous: Call;
beforeAll(async () => {
  api = await startApi({ BASE_URL: 'https://licenses.example.com' });
  ours = await seedOrganization(api);
  call = callAs(api, ours.oat);
  anonymous = callAs(api);
});
afterAll(() => api.close());

/** Every file in the media folder that belongs to no stored file. */
const leftovers = (id: string): string[] => {
  const folder = join(api.dataFolder, 'media', id.slice(0, 2), id);
  return existsSync(folder) ? readdirSync(folder, { recursive: true }).map(String).sort() : [];
};
const uploaded = (id: string, claim: unknown) => call('POST', `/v1/files/${id}/uploaded`, claim);
const fetched = (url: string, headers: Record<string, string> = {}) => api.app.inject({ url: pathOf(url), headers });

describe('an upload', () => {
  test('is created, uploaded in parts and completed; then the file is public', async () => {
    const bytes = png(2500);
    const given = announcement(bytes, { partSize: 1000, name: 'Größe 1.png', version: '1.0', organization_id: null });
    const before = Date.now();
    const created = await call('POST', '/v1/files/', given);
    expect(created.status).toBe(201);
    const path = `product_media/${ours.organization.id}/${created.body.id}/Größe 1.png`;
    const known = {
      id: created.body.id,
      organization_id: ours.organization.id,
      name: 'Größe 1.png',
      path,
      mime_type: 'image/png',
      size: 2500,
      storage_version: null,
      checksum_etag: null,
      checksum_sha256_base64: sha256(bytes),
      checksum_sha256_hex: sha256(bytes, 'hex'),
      last_modified_at: null,
      version: '1.0',
      service: 'product_media',
      is_uploaded: false,
      size_readable: '2.4 KB',
    };
    const parts = given.upload.parts.map((part) => ({
      ...part,
      url: expect.stringMatching(`^https://licenses\\.example\\.com/v1/files/${created.body.id}/parts/${part.number}\\?expires=`),
      expires_at: expect.stringMatching(TIME),
      headers: {},
    }));
    expect(created.body).toEqual({ ...known, upload: { id: expect.any(String), path, parts } });
    const [{ expires_at }] = created.body.upload.parts;
    const signedAt = Date.parse(expires_at) - 3_600_000;
    // Rounded up to a second.
    expect(before <= signedAt && signedAt < Date.now() + 1000).toBe(true);

    const answers = await sendParts(anonymous, created.body, bytes);
    const claim = completionOf(created.body, bytes);
    expect(answers.map(({ status, body, headers }) => [status, body, headers['etag']])).toEqual(
      claim.parts.map((part) => [200, part, part.checksum_etag]),
    );
    expect((await call('GET', `/v1/files/?ids=${created.body.id}`)).body.items).toEqual([]);

    const done = await uploaded(created.body.id, claim);
    expect([done.status, done.body]).toEqual([
      200,
      {
        ...known,
        checksum_etag: `"${sha256(bytes, 'hex')}"`,
        last_modified_at: expect.stringMatching(TIME),
        is_uploaded: true,
        created_at: expect.stringMatching(TIME),
        public_url: `https://licenses.example.com/media/product_media/${ours.organization.id}/${created.body.id}/Gr%C3%B6%C3%9Fe%201.png`,
      },
    ]);
    expect((await call('GET', `/v1/files/?ids=${created.body.id}`)).body.items).toEqual([done.body]);
    expect((await fetched(done.body.public_url)).rawPayload.equals(bytes)).toBe(true);
    expect(leftovers(created.body.id)).toEqual([sha256(bytes, 'hex')]);

    const again = await uploaded(created.body.id, claim);
    expect([again.status, again.body]).toEqual([200, done.body]);
    const late = await sendParts(anonymous, created.body, bytes);
    expect(late.map(({ status, body }) => [status, body])).toEqual([1, 2, 3].map(() => [404, NOT_FOUND]));
    expect(leftovers(created.body.id)).toEqual([sha256(bytes, 'hex')]);
  });

  test('needs no checksums; they are computed on completion', async () => {
    const parts = [{ number: 1, chunk_start: 0, chunk_end: PIXEL.length }];
    const file = await announceFile(call, { checksum_sha256_base64: null, upload: { parts } });
    await sendParts(anonymous, file, png(PIXEL.length));
    await sendParts(anonymous, file, PIXEL);
    const { checksum_etag } = completionOf(file).parts[0]!;
    const bare = [{ number: 1, checksum_etag: ` ${checksum_etag.slice(1, -1)} `, checksum_sha256_base64: null }];
    const { status, body } = await uploaded(file.id, { ...completionOf(file), parts: bare });
    expect([status, body.checksum_sha256_base64, body.size_readable]).toEqual([200, sha256(PIXEL), '70.0 B']);
  });

  test('ten concurrent completions return the same file', async () => {
    const file = await announceFile(call);
    await sendParts(anonymous, file);
    const answers = await Promise.all(Array.from({ length: 10 }, () => uploaded(file.id, completionOf(file))));
    const good = answers.filter(({ status }) => status === 200);
    expect(good.length).toBeGreaterThan(0);
    expect(answers.filter(({ status }) => ![200, 422].includes(status))).toEqual([]);
    expect(new Set(good.map(({ text }) => text)).size).toBe(1);
    expect(leftovers(file.id)).toEqual([sha256(PIXEL, 'hex')]);
  });

  test.each([
    ['jpeg', 'image/jpeg', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2])],
    ['gif', 'image/gif', Buffer.from('GIF89a....')],
    ['webp', 'image/webp', Buffer.from('RIFF\u0001\u0002\u0003\u0004WEBPVP8 ')],
    ['svg', 'image/svg+xml', SVG],
  ])('accepts a %s', async (_what, mime_type, bytes) => {
    const file = await seedFile(call, { mime_type, service: 'organization_avatar' }, bytes);
    expect(file).toMatchObject({ service: 'organization_avatar', is_uploaded: true });
    expect((await fetched(file.public_url)).headers['content-type']).toBe(mime_type);
  });
});

describe('POST /v1/files/', () => {
  const part = (changes: object = {}) => ({ number: 1, chunk_start: 0, chunk_end: PIXEL.length, ...changes });
  const parts = (...given: object[]) => ({ upload: { parts: given } });
  test.each<[string, object, (string | number)[], string]>([
    ['no service', { service: undefined }, [], 'union_tag_not_found'],
    ['a service that is not here', { service: 'support_case_attachment' }, [], 'union_tag_invalid'],
    [
      'a type of a download that is none',
      { service: 'downloadable', mime_type: 'zip' },
      ['mime_type'],
      'string_pattern_mismatch',
    ],
    ['a download of 2 GiB', { service: 'downloadable', size: 2048 * MIB }, ['size'], 'less_than_equal'],
    ['no name', { name: undefined }, ['name'], 'missing'],
    ['an empty name', { name: '' }, ['name'], 'string_too_short'],
    ['a huge name', { name: 'x'.repeat(256) }, ['name'], 'string_too_long'],
    ['a name that leads elsewhere', { name: '../x' }, ['name'], 'string_pattern_mismatch'],
    ['a name that is a folder', { name: '..' }, ['name'], 'string_pattern_mismatch'],
    ['NUL in the name', { name: 'a\0b' }, ['name'], 'value_error'],
    ['a line in the name', { name: 'a\r\nb' }, ['name'], 'string_pattern_mismatch'],
    ['a type that is no image', { mime_type: 'text/html' }, ['mime_type'], 'string_pattern_mismatch'],
    ['a type with more behind', { mime_type: 'image/png; x=1' }, ['mime_type'], 'string_pattern_mismatch'],
    ['an empty file', { size: 0 }, ['size'], 'greater_than_equal'],
    ['a file of more than 10 MiB', { size: 10 * MIB + 1 }, ['size'], 'less_than_equal'],
    ['an avatar of more than 1 MiB', { service: 'organization_avatar', size: MIB + 1 }, ['size'], 'less_than_equal'],
    ['a size that is text', { size: 'big' }, ['size'], 'int_parsing'],
    ['a checksum that is none', { checksum_sha256_base64: 'x' }, ['checksum_sha256_base64'], 'string_pattern_mismatch'],
    ['no upload', { upload: null }, ['upload'], 'model_attributes_type'],
    ['no parts', parts(), ['upload', 'parts'], 'too_short'],
    ['10,001 parts', { upload: { parts: Array(10_001).fill(part()) } }, ['upload', 'parts'], 'too_long'],
    ['parts that begin with 2', parts(part({ number: 2 })), ['upload', 'parts', 0, 'number'], 'value_error'],
    [
      'parts with a gap',
      parts(part({ chunk_end: 9 }), part({ number: 2, chunk_start: 10 })),
      ['upload', 'parts', 1, 'chunk_start'],
      'value_error',
    ],
    ['parts that end early', parts(part({ chunk_end: 9 })), ['upload', 'parts', 0, 'chunk_end'], 'value_error'],
    ['parts that end late', parts(part({ chunk_end: 2 ** 31 - 1 })), ['upload', 'parts', 0, 'chunk_end'], 'value_error'],
    [
      'a part’s checksum that is none',
      parts(part({ checksum_sha256_base64: 1 })),
      ['upload', 'parts', 0, 'checksum_sha256_base64'],
      'string_type',
    ],
  ])('rejects %s and changes nothing', async (_what, wrong, loc, type) => {
    const before = await databaseWrites(api);
    const { status, body } = await call('POST', '/v1/files/', { ...announcement(PIXEL), ...wrong });
    expect([status, body.detail]).toEqual([422, [expect.objectContaining({ loc: ['body', ...loc], type })]]);
    expect(await databaseWrites(api)).toBe(before);
  });

  test('a user’s token must name the organization, an organization’s token must not', async () => {
    const named = announcement(PIXEL, { organization_id: ours.organization.id });
    expect((await call('POST', '/v1/files/', named)).body.detail).toMatchObject([{ type: 'organization_token' }]);
    const asUser = callAs(api, ours.pat);
    expect((await asUser('POST', '/v1/files/', announcement(PIXEL))).body.detail).toMatchObject([{ type: 'missing' }]);
    expect((await asUser('POST', '/v1/files/', named)).status).toBe(201);
  });
});

describe('PUT /v1/files/{id}/parts/{n}', () => {
  const urlOf = async () => {
    const { id, upload } = await announceFile(call);
    return { id, url: pathOf(upload.parts[0]!.url) };
  };
  const put = (url: string, bytes: Uint8Array = PIXEL, headers: Record<string, string> = {}) =>
    anonymous('PUT', url, Buffer.from(bytes), { 'content-type': 'application/octet-stream', ...headers });
  const FORBIDDEN = { error: 'NotPermitted', detail: 'The address of the upload is not valid, or not valid any more.' };

  test.each<[string, (url: string) => string]>([
    ['another part', (url) => url.replace('/parts/1', '/parts/2')],
    ['another file', (url) => url.replace(/files\/[^/]+/, `files/${randomUUID()}`)],
    ['a later end', (url) => url.replace(/expires=(\d)/, 'expires=$19')],
    ['another signature', (url) => url.replace(/signature=../, 'signature=__')],
    ['a signature cut short', (url) => url.slice(0, -4)],
    ['no signature to speak of', (url) => url.replace(/signature=.*/, 'signature=')],
    ['an address that has expired', (url) => url.replace(/expires=\d+/, 'expires=1')],
  ])('rejects %s', async (_what, corrupt) => {
    const { id, url } = await urlOf();
    const { status, body } = await put(corrupt(url));
    expect([status, body]).toEqual([403, FORBIDDEN]);
    expect(leftovers(id)).toEqual([]);
  });

  test.each<[string, Uint8Array, string]>([
    ['too few bytes', PIXEL.subarray(1), 'The part must have 70 bytes.'],
    ['too many bytes', png(71), 'The part must have 70 bytes.'],
    ['far too many bytes', png(MIB), 'The part must have 70 bytes.'],
    ['no bytes', Buffer.alloc(0), 'The part must have 70 bytes.'],
    ['other bytes', png(70).fill(7, 60), 'The part does not have the announced checksum.'],
  ])('rejects %s and stores no file', async (_what, bytes, msg) => {
    const { id, url } = await urlOf();
    const before = await databaseWrites(api);
    const { status, body } = await put(url, bytes);
    expect([status, body.detail]).toEqual([422, [{ loc: ['body'], msg, type: 'value_error' }]]);
    expect(leftovers(id)).toEqual(['parts']);
    expect(await databaseWrites(api)).toBe(before);
  });

  test('rejects more than 10 MiB, with or without Content-Length', async () => {
    const most = 10 * MIB;
    const parts = [{ number: 1, chunk_start: 0, chunk_end: most }];
    const { id, upload } = await announceFile(call, { size: most, checksum_sha256_base64: null, upload: { parts } });
    const url = pathOf(upload.parts[0]!.url);
    const said = await put(url, Buffer.alloc(most + 1));
    const unsaid = await api.app.inject({ method: 'PUT', url, payload: Readable.from([Buffer.alloc(most), PIXEL]) });
    for (const { error } of [said.body, unsaid.json()]) expect(error).toBe('RequestBodyTooLarge');
    expect([said.status, unsaid.statusCode, leftovers(id)]).toEqual([413, 413, ['parts']]);
    expect((await put(url, Buffer.alloc(most))).status).toBe(200);
  });

  test('ignores the content type of a part, even JSON', async () => {
    const { url } = await urlOf();
    for (const type of ['image/png', 'application/json', 'multipart/form-data', '']) {
      expect((await put(url, PIXEL, { 'content-type': type })).status).toBe(200);
    }
    expect((await call('POST', '/v1/files/', 'x', { 'content-type': 'application/octet-stream' })).status).toBe(415);
  });

  test('distinguishes errors of malformed requests', async () => {
    const { status, body } = await put('/v1/files/x/parts/0?expires=soon');
    expect(status).toBe(422);
    expect(body.detail.map(({ loc, type }: { loc: string[]; type: string }) => [loc.join('.'), type])).toEqual([
      ['path.id', 'uuid_parsing'],
      ['path.n', 'greater_than_equal'],
      ['query.expires', 'int_parsing'],
      ['query.signature', 'missing'],
    ]);
  });
});

describe('POST /v1/files/{id}/uploaded', () => {
  test.each<[string, (claim: ReturnType<typeof completionOf>) => object, (string | number)[], string]>([
    ['another upload', (claim) => ({ ...claim, id: 'x' }), ['id'], 'value_error'],
    ['another path', (claim) => ({ ...claim, path: 'x' }), ['path'], 'value_error'],
    ['no parts', (claim) => ({ ...claim, parts: [] }), ['parts'], 'value_error'],
    ['a part too many', (claim) => ({ ...claim, parts: [...claim.parts, ...claim.parts] }), ['parts'], 'value_error'],
    [
      'another ETag',
      (claim) => ({ ...claim, parts: [{ ...claim.parts[0], checksum_etag: 'x' }] }),
      ['parts', 0, 'checksum_etag'],
      'value_error',
    ],
    [
      'another checksum',
      (claim) => ({ ...claim, parts: [{ ...claim.parts[0], checksum_sha256_base64: sha256(SVG) }] }),
      ['parts', 0, 'checksum_sha256_base64'],
      'value_error',
    ],
    [
      'no checksum at all',
      (claim) => ({ ...claim, parts: [{ number: 1, checksum_etag: 'x' }] }),
      ['parts', 0, 'checksum_sha256_base64'],
      'missing',
    ],
  ])('rejects %s; a corrected request succeeds', async (_what, wrong, loc, type) => {
    const file = await announceFile(call);
    await sendParts(anonymous, file);
    const before = await databaseWrites(api);
    const { status, body } = await uploaded(file.id, wrong(completionOf(file)));
    expect([status, body.detail]).toEqual([422, [expect.objectContaining({ loc: ['body', ...loc], type })]]);
    expect(await databaseWrites(api)).toBe(before);
    expect((await uploaded(file.id, completionOf(file))).status).toBe(200);
  });

  test.each<[string, object, Uint8Array, string]>([
    [
      'the checksum of the whole',
      { checksum_sha256_base64: sha256(SVG) },
      PIXEL,
      'The file does not have the announced checksum.',
    ],
    ['its type', { mime_type: 'image/png' }, SVG, 'The file is not of the type image/png.'],
    [
      'its type, if it is no image',
      { mime_type: 'image/svg+xml' },
      Buffer.from('<html><script>'),
      'The file is not of the type image/svg+xml.',
    ],
  ])('rejects a file that differs from its announcement and stores none: %s', async (_what, wrong, bytes, msg) => {
    const file = await announceFile(call, wrong, bytes);
    await sendParts(anonymous, file, bytes);
    const before = await databaseWrites(api);
    const { status, body } = await uploaded(file.id, completionOf(file, bytes));
    expect([status, body.detail]).toEqual([422, [expect.objectContaining({ loc: ['body', 'parts'], msg })]]);
    expect(await databaseWrites(api)).toBe(before);
    expect(leftovers(file.id)).toEqual([]);
    expect((await fetched(`/media/${file.upload.path}`)).statusCode).toBe(404);
  });

  test('reports the missing parts', async () => {
    const file = await announceFile(call, { partSize: 40 });
    const { status, body } = await uploaded(file.id, completionOf(file));
    expect([status, body.detail.map(({ loc }: { loc: string[] }) => loc.join('.'))]).toEqual([
      422,
      ['body.parts.0.number', 'body.parts.1.number'],
    ]);
  });
});

describe('PATCH, DELETE and GET /v1/files/', () => {
  test('PATCH /v1/files/{id} changes the name and the version, not the URL', async () => {
    const file = await seedFile(call);
    const { status, body } = await call('PATCH', `/v1/files/${file.id}`, { name: ' new.png ', version: '2' });
    expect([status, body]).toEqual([200, { ...file, name: 'new.png', version: '2' }]);
    for (const silent of [{}, { name: null, version: null }, { name: '', version: ' ' }]) {
      expect((await call('PATCH', `/v1/files/${file.id}`, silent)).body).toEqual(body);
    }
    expect((await fetched(file.public_url)).headers['content-disposition']).toBe(
      `inline; filename="new.png"; filename*=UTF-8''new.png`,
    );
    const before = await databaseWrites(api);
    for (const wrong of [{ name: 'a/b' }, { name: 5 }, { version: 'x'.repeat(256) }]) {
      expect((await call('PATCH', `/v1/files/${file.id}`, wrong)).status).toBe(422);
    }
    expect(await databaseWrites(api)).toBe(before);
  });

  test('DELETE /v1/files/{id} deletes permanently', async () => {
    const file = await seedFile(call);
    const answer = await call('DELETE', `/v1/files/${file.id}`);
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(leftovers(file.id)).toEqual([]);
    for (const again of [
      await call('DELETE', `/v1/files/${file.id}`),
      await call('PATCH', `/v1/files/${file.id}`, { name: 'x' }),
      await uploaded(file.id, { id: 'x', path: 'x', parts: [] }),
    ]) {
      expect([again.status, again.body]).toEqual([404, NOT_FOUND]);
    }
    expect((await fetched(file.public_url)).statusCode).toBe(404);
    expect((await call('GET', `/v1/files/?ids=${file.id}`)).body.pagination.total_count).toBe(0);
  });

  test('GET /v1/files/ lists uploaded files, newest first, in pages', async () => {
    const [seller, other] = [await seedOrganization(api), await seedOrganization(api)];
    const mine = callAs(api, seller.oat);
    const files = [await seedFile(mine), await seedFile(mine), await seedFile(mine)].toReversed();
    await announceFile(mine);
    await seedFile(callAs(api, other.oat));
    const ids = async (query: string) => {
      const { body } = await mine('GET', `/v1/files/?${query}`);
      return [body.items.map(({ id }: { id: string }) => id), body.pagination.total_count];
    };
    const [a, b, c] = files.map(({ id }) => id);
    expect(await ids('')).toEqual([[a, b, c], 3]);
    expect(await ids('limit=2&page=2')).toEqual([[c], 3]);
    expect(await ids(`ids=${c}&ids=${a}`)).toEqual([[a, c], 2]);
    expect(await ids(`organization_id=${seller.organization.id}`)).toEqual([[a, b, c], 3]);
    expect(await ids(`organization_id=${other.organization.id}`)).toEqual([[], 0]);
    expect((await mine('GET', '/v1/files/?ids=x')).status).toBe(422);
    expect((await callAs(api, await seller.tokenWith(['files:read']))('GET', '/v1/files/')).status).toBe(200);
  });
});

describe('GET /media/…', () => {
  test('sends headers for safe display and caching', async () => {
    const { public_url } = await seedFile(call, { mime_type: 'image/svg+xml', name: "it's (1).svg" }, SVG);
    const { statusCode, headers, body } = await fetched(public_url);
    expect([statusCode, body]).toEqual([200, SVG.toString()]);
    expect(headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'content-length': String(SVG.length),
      'content-disposition': `attachment; filename="it's (1).svg"; filename*=UTF-8''it%27s%20%281%29.svg`,
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=86400, immutable',
      etag: `"${sha256(SVG, 'hex')}"`,
      'last-modified': expect.stringMatching(/GMT$/),
      'access-control-allow-origin': '*',
      'x-request-id': expect.any(String),
    });
    const head = await api.app.inject({ method: 'HEAD', url: pathOf(public_url) });
    expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([200, '', String(SVG.length)]);
  });

  test('supports conditional and range requests', async () => {
    const { public_url } = await seedFile(call, {}, png(1000));
    const { rawPayload: all, headers } = await fetched(public_url);
    const etag = headers.etag as string;
    const known = await fetched(public_url, { 'if-none-match': `"x", W/${etag}` });
    expect([known.statusCode, known.body, known.headers.etag]).toEqual([304, '', etag]);
    expect((await fetched(public_url, { 'if-none-match': '"x"' })).statusCode).toBe(200);

    const ranges: [range: string, start: number, end: number][] = [
      ['bytes=0-9', 0, 9],
      ['bytes=990-', 990, 999],
      ['bytes=-5', 995, 999],
      ['bytes=900-5000', 900, 999],
    ];
    for (const [range, start, end] of ranges) {
      const part = await fetched(public_url, { range, 'if-range': etag });
      expect([part.statusCode, part.headers['content-range']]).toEqual([206, `bytes ${start}-${end}/1000`]);
      expect(part.rawPayload.equals(all.subarray(start, end + 1))).toBe(true);
    }
    for (const range of ['bytes=1000-', 'bytes=-0']) {
      const beyond = await fetched(public_url, { range });
      expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([416, 'bytes */1000']);
    }
    const others: Record<string, string>[] = [{ range: 'bytes=9-1' }, { range: 'x' }, { range: 'bytes=0-9', 'if-range': '"x"' }];
    for (const given of others) {
      expect((await fetched(public_url, given)).rawPayload).toHaveLength(1000);
    }
    const several = await fetched(public_url, { range: 'bytes=0-1,3-4' });
    expect([several.statusCode, several.headers['content-type']]).toEqual([206, expect.stringMatching('^multipart/byteranges')]);
  });

  test('404 for everything else', async () => {
    const file = await seedFile(call);
    const [service, organization, id] = file.path.split('/');
    const places = [
      '/media',
      '/media/',
      `/media/${service}/${organization}/${id}`,
      `/media/${service}/${organization}/${id}/`,
      `/media/${service}/${organization}/${id}/other.png`,
      `/media/${service}/${ours.user.id}/${id}/pixel.png`,
      `/media/${service}/${organization}/${id}/..%2f..%2f..%2fsecret-key`,
      `/media/${service}/${organization}/..%2f..%2fsecret-key/x`,
      `/media/${service}/${organization}/${id.toUpperCase()}/pixel.png`,
      `/media/${service}/${organization}/${id}/%00`,
      `/media/${service}/${organization}/${id}/%ff`,
    ];
    for (const url of places) {
      const { status, body } = await anonymous('GET', url);
      expect([url, status, body]).toEqual([url, 404, NOT_FOUND]);
    }
  });
});

describe('products', () => {
  const product = { name: 'Acme Pro', prices: [{ amount_type: 'free' }] };

  test('return their media in order, without deleted ones', async () => {
    const [first, second] = [await seedFile(call), await seedFile(call)];
    const created = await call('POST', '/v1/products/', { ...product, medias: [second.id, first.id] });
    expect([created.status, created.body.medias]).toEqual([201, [second, first]]);
    const url = `/v1/products/${created.body.id}`;
    expect((await call('PATCH', url, { medias: [first.id] })).body.medias).toEqual([first]);
    expect((await call('PATCH', url, { medias: null })).body.medias).toEqual([first]);
    await call('DELETE', `/v1/files/${first.id}`);
    expect((await call('GET', url)).body.medias).toEqual([]);
    expect((await call('PATCH', url, { name: 'Acme Basic' })).status).toBe(200);
  });

  test('accept only uploaded media of their organization', async () => {
    const other = callAs(api, (await seedOrganization(api)).oat);
    const wrong = [
      randomUUID(),
      (await announceFile(call)).id,
      (await seedFile(other)).id,
      (await seedFile(call, { service: 'organization_avatar' })).id,
    ];
    const deleted = await seedFile(call);
    await call('DELETE', `/v1/files/${deleted.id}`);
    const good = await seedFile(call);
    const { id } = (await call('POST', '/v1/products/', product)).body;
    const before = await databaseWrites(api);
    for (const wanted of [...wrong, deleted.id]) {
      const body = { medias: [good.id, wanted] };
      for (const answer of [
        await call('POST', '/v1/products/', { ...product, ...body }),
        await call('PATCH', `/v1/products/${id}`, body),
      ]) {
        const msg = 'File does not exist or is not yet uploaded.';
        expect([answer.status, answer.body.detail]).toEqual([
          422,
          [{ loc: ['body', 'medias', 1], msg, type: 'value_error', input: wanted }],
        ]);
      }
    }
    expect(await databaseWrites(api)).toBe(before);
  });
});

test('removes unfinished uploads and deleted files from disk', async () => {
  const [fresh, stale, there, gone] = [
    await announceFile(call),
    await announceFile(call),
    await seedFile(call),
    await seedFile(call),
  ];
  for (const file of [fresh, stale]) await sendParts(anonymous, file);
  await call('DELETE', `/v1/files/${gone.id}`);
  const execute = (sql: string, ...files: { id: string }[]) => {
    const ids = files.map(({ id }) => id).join();
    return api.app
      .get(EntityManager)
      .fork()
      .execute<{ id: string }[]>(`${sql} where id = any(string_to_array(?, ',')::uuid[])`, [ids]);
  };
  const rows = () => execute('select id from catalog.files', fresh, stale, there, gone);
  await execute(`update catalog.files set created_at = now() - interval '25 hours'`, stale, there);
  const clear = () => api.app.get(CommandBus).execute(new DeleteStaleFiles());
  await clear();
  const { status } = await uploaded(stale.id, completionOf(stale));
  expect([status, (await rows()).length]).toEqual([404, 4]);

  await execute(`update catalog.files set deleted_at = deleted_at - interval '2 hours'`, stale, gone);
  await clear();
  const ids = (await rows()).map(({ id }) => id).sort();
  expect(ids).toEqual([fresh.id, there.id].sort());
  expect([leftovers(stale.id), leftovers(gone.id)]).toEqual([[], []]);
  expect([leftovers(fresh.id).length, leftovers(there.id).length]).toEqual([2, 1]);
  expect((await uploaded(fresh.id, completionOf(fresh))).status).toBe(200);
});

test('the files of an organization have a maximum of bytes together, which deleted files leave', async () => {
  const small = await startApi({ FILE_BYTES_PER_ORGANIZATION: `${2 * PIXEL.length + 1}` });
  try {
    const [one, other] = [await seedOrganization(small), await seedOrganization(small)];
    const [seller, neighbor] = [callAs(small, one.oat), callAs(small, other.oat)];
    const download = announcement(PIXEL, { service: 'downloadable' });
    const first = await announceFile(seller, { service: 'downloadable' });
    const upload = (): Promise<number[]> =>
      Promise.all([1, 2, 3].map(() => seller('POST', '/v1/files/', download).then(({ status }) => status)));
    expect((await upload()).sort()).toEqual([201, 409, 409]);
    const { status, body } = await seller('POST', '/v1/files/', announcement(PIXEL));
    expect([status, body]).toMatchObject([409, { error: 'FileStorageFull', detail: expect.stringMatching(/ and has \d+\. /) }]);
    expect((await neighbor('POST', '/v1/files/', download)).status).toBe(201);
    await seller('DELETE', `/v1/files/${first.id}`);
    expect((await upload()).sort()).toEqual([201, 409, 409]);
  } finally {
    await small.close();
  }
});
