import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LicenseFixture, openLicenseFixture } from '../support/license-fixture.ts';
import { debianPackage, imageArchive } from '../support/package-files.ts';
import { INSTALLER, seedArtifact, seedRelease } from '../support/seed-release.ts';
import { seedFile } from '../support/seed-file.ts';
import { seedProduct } from '../support/seed-product.ts';

const DEB = { Package: 'acme-tools', Version: '1.0.0', Architecture: 'all' };

let fixture: LicenseFixture;
let folder: string;
let product: string;
let key: string;
beforeAll(async () => {
  fixture = await openLicenseFixture();
  folder = mkdtempSync(join(tmpdir(), 'latchkey-packages-'));
  product = (await seedProduct(fixture.api, fixture.ours.organization.id, { benefits: [fixture.benefit.id] })).id;
  ({ key } = await fixture.key());
});
afterAll(async () => {
  await fixture.close();
  rmSync(folder, { recursive: true });
});

const emptyFolder = (): string => mkdtempSync(join(folder, 'files-'));
const deb = (fields: object = {}, compression?: 'gzip' | 'none') =>
  debianPackage(emptyFolder(), { ...DEB, ...fields }, compression);
const basic = (presented = key) => ({ authorization: `Basic ${Buffer.from(`license:${presented}`).toString('base64')}` });
const ask = (url: string, headers: object = basic(), method: 'GET' | 'HEAD' = 'GET') =>
  fixture.api.app.inject({ method, url, headers: { ...headers } });

/** A new draft of the product, whose version is the next one. */
let drafts = 0;
const draft = async () => (await seedRelease(fixture.seller, { product_id: product, version: `1.${++drafts}.0` })).release_id;

async function published(kind: string, bytes: Buffer, name: string): Promise<string> {
  const release = await draft();
  await seedArtifact(fixture.seller, release, { kind }, bytes, name);
  const { status, body } = await fixture.seller('POST', `/v1/releases/${release}/publish`);
  expect(status).toBe(200);
  return body.version;
}

describe('what cannot be read becomes no artifact', () => {
  const refusal = async (
    kind: string,
    bytes: Buffer,
    { name = 'package', ...body }: { name?: string; manifest?: string } = {},
  ) => {
    const release = await draft();
    const file = await seedFile(fixture.seller, { ...INSTALLER, name }, bytes);
    const { status, body: answer } = await fixture.seller('POST', '/v1/artifacts/', {
      release_id: release,
      file_id: file.id,
      kind,
      ...body,
    });
    return [status, ...(answer.detail ?? []).map(({ loc, msg }: { loc: string[]; msg: string }) => `${loc.join('.')}: ${msg}`)];
  };
  const withoutBlob = (layout: string): void => rmSync(firstBlob(layout));
  const withOtherBlob = (layout: string): void => writeFileSync(firstBlob(layout), 'another');
  const firstBlob = (layout: string): string => join(layout, 'blobs/sha256', readdirSync(join(layout, 'blobs/sha256'))[0]!);
  const image = (change?: (layout: string) => void): Buffer => imageArchive(emptyFolder(), 'text', change);
  const cut = (bytes: Buffer, size: number): Buffer => bytes.subarray(0, size);

  test.each([
    ['deb', 'text', () => Buffer.from('no package'), 'It is no ar archive.'],
    ['deb', 'a package that ends early', () => cut(deb(), 150), 'It has no control.tar at its beginning.'],
    ['deb', 'one whose compressed part is broken', () => deb({}, 'gzip').fill(0, 140, 160), 'can be read'],
    ['deb', 'one with another name', () => deb({ Package: 'acme' }, 'none').fill('P', 150, 1_500), 'can be read'],
    ['oci', 'text', () => Buffer.from('no archive'.repeat(100)), 'The file is no tar archive.'],
    ['oci', 'an archive without an image', () => Buffer.alloc(1_024), 'It has no `index.json`.'],
    ['oci', 'an archive that ends early', () => cut(image(), 3_000), 'ends in the middle'],
    ['oci', 'an image that lacks a blob', () => image(withoutBlob), 'It lacks the blob'],
    ['oci', 'an image with another blob', () => image(withOtherBlob), 'has another digest'],
    ['oci', 'an index that is no JSON', () => image((layout) => writeFileSync(join(layout, 'index.json'), '{')), 'layout of OCI'],
    ['oci', 'an index of another form', () => image((layout) => writeFileSync(join(layout, 'index.json'), '[1]')), 'no list'],
  ] as const)('%s: %s', async (kind, _what, bytes, message) => {
    expect(await refusal(kind, bytes(), { name: 'studio.oci.tar' })).toEqual([
      422,
      expect.stringMatching(new RegExp(`^body\\.file_id: .*${message}`)),
    ]);
  });

  test('an image whose name is that of none, and a manifest that contradicts the package', async () => {
    expect(await refusal('oci', image(), { name: '-1.0.oci.tar' })).toEqual([
      422,
      expect.stringContaining('no name of an image'),
    ]);
    const manifest = JSON.stringify({ ...DEB, Version: '9.0.0' });
    expect(await refusal('deb', deb(), { manifest })).toEqual([422, expect.stringMatching(/^body\.manifest: /)]);
  });
});

describe('a Debian repository', () => {
  const file = (path: string, headers?: object) => ask(`/releases/${product}/dists/${path}`, headers);

  test('lists packages for every architecture with where and what they are, and answers 304 to who has it', async () => {
    const bytes = deb();
    const version = await published('deb', bytes, 'acme-tools_all.deb');
    const { body, headers } = await file('stable/main/binary-arm64/Packages');
    expect(body).toContain('Package: acme-tools\nVersion: 1.0.0\nArchitecture: all\n');
    expect(body).toContain(`Description: Tools\n Two lines\n .\n of it\nFilename: files/${version}/acme-tools_all.deb\n`);
    expect(body).toContain(`Size: ${bytes.length}\n`);
    expect([headers['cache-control'], headers['vary']]).toEqual(['private, no-cache', expect.stringMatching(/authorization/i)]);
    const again = await file('stable/main/binary-arm64/Packages', { ...basic(), 'if-none-match': headers.etag });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    const release = await file('stable/InRelease');
    expect(release.body).toMatch(/^-----BEGIN PGP SIGNED MESSAGE-----\n/);
    expect((await file('stable/InRelease')).body).toBe(release.body);
    const pool = await ask(`/releases/${product}/files/${version}/acme-tools_all.deb`, { ...basic(), range: 'bytes=0-6' });
    expect([pool.statusCode, pool.body]).toEqual([206, '!<arch>']);
  });

  test.each([
    ['stable/Contents', 404],
    ['stable/main/binary-amd64/Packages.xz', 404],
    ['stable/main/source/Sources', 404],
    ['unknown/InRelease', 422],
  ])('%s: %i', async (path, status) => {
    expect((await file(path)).statusCode).toBe(status);
  });
});

describe('a registry of images', () => {
  const REFUSED = { errors: [{ code: expect.any(String), message: expect.any(String) }] };

  test('asks for a user and a password, and refuses in the form of the distribution API', async () => {
    await published('oci', imageArchive(emptyFolder(), 'text'), 'studio.oci.tar');
    const outcomes = async (headers: object) => {
      const paths = ['/v2/', `/v2/${product}/studio/manifests/latest`, `/v2/${product}/studio/tags/list`];
      const answers = await Promise.all(paths.map((path) => ask(path, headers)));
      return answers.map(({ statusCode, headers: sent, json }) => [statusCode, sent['www-authenticate'], json()]);
    };
    const unauthorized = { errors: [{ code: 'UNAUTHORIZED', message: expect.any(String) }] };
    for (const outcome of await outcomes({})) expect(outcome).toEqual([401, 'Basic realm="latchkey"', unauthorized]);
    const [version, ...others] = await outcomes(basic('unknown'));
    expect(version).toEqual([200, undefined, {}]);
    expect(others.map(([status, , body]) => [status, body])).toEqual([
      [404, { errors: [{ ...REFUSED.errors[0], code: 'MANIFEST_UNKNOWN' }] }],
      [404, { errors: [{ ...REFUSED.errors[0], code: 'NAME_UNKNOWN' }] }],
    ]);
    const wrong = await ask(`/v2/${product}/studio/blobs/sha256:1`);
    expect([wrong.statusCode, wrong.json()]).toEqual([422, REFUSED]);
  });

  test('sends manifests and blobs with their digests, to HEAD, in ranges, and not again', async () => {
    const version = await published('oci', imageArchive(emptyFolder(), 'ranges'), 'studio.oci.tar');
    const at = (path: string) => `/v2/${product}/studio/${path}`;
    const manifest = await ask(at(`manifests/${version}`));
    const digest = String(manifest.headers['docker-content-digest']);
    expect(manifest.headers['content-type']).toBe('application/vnd.oci.image.manifest.v1+json');
    const head = await ask(at(`manifests/${digest}`), basic(), 'HEAD');
    expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([200, String(manifest.rawPayload.length), '']);
    expect((await ask(at(`manifests/${digest}`), { ...basic(), 'if-none-match': `"${digest}"` })).statusCode).toBe(304);
    const [layer] = manifest.json().layers;
    const whole = await ask(at(`blobs/${layer.digest}`));
    expect(whole.rawPayload).toHaveLength(layer.size);
    const rest = await ask(at(`blobs/${layer.digest}`), { ...basic(), range: 'bytes=100-', 'if-range': `"${layer.digest}"` });
    expect([rest.statusCode, rest.rawPayload]).toEqual([206, whole.rawPayload.subarray(100)]);
    expect((await ask(at(`manifests/${layer.digest}`))).statusCode).toBe(404);
    expect((await ask(`/v2/${product}/other/blobs/${layer.digest}`)).statusCode).toBe(404);
    for (const tag of ['nonsense', '9.9.9', '..%2F..%2Flatest', 'sha256:1'])
      expect([tag, (await ask(at(`manifests/${tag}`))).statusCode]).toEqual([tag, 404]);
  });

  test('lists tags in pages', async () => {
    const url = `/v2/${product}/studio/tags/list`;
    const all: string[] = (await ask(url)).json().tags;
    const first = await ask(`${url}?n=2`);
    expect(first.json().tags).toEqual(all.slice(0, 2));
    const [, next] = /^<(.+)>; rel="next"$/.exec(String(first.headers.link))!;
    expect((await ask(next!)).json().tags).toEqual(all.slice(2, 4));
  });
});
