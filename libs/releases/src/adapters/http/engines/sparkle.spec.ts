import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { appcast } from './sparkle.ts';

type Offers = Parameters<typeof appcast>[0];

/** The first test of RFC 8032 (7.1): a secret key in PKCS #8, whose public key is known. */
const SECRET = createPrivateKey({
  key: Buffer.from('302e020100300506032b6570042204209d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60', 'hex'),
  format: 'der',
  type: 'pkcs8',
});
const SU_PUBLIC_ED_KEY = '11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=';
const FILE = Buffer.from('a disk image');
/** As Sparkle's `sign_update` prints it. */
const SIGNATURE = sign(null, FILE, SECRET).toString('base64');

const PLACE = { baseUrl: 'https://example.com', token: 'latchkey_dt_x' };
const artifact = {
  name: 'Acme 2.dmg',
  size: FILE.length,
  describes: null,
  architecture: 'universal',
  signature: SIGNATURE,
  manifest: null,
};
const release = {
  id: 'one',
  productId: 'product',
  version: '2.0.0',
  channel: 'stable',
  notes: {},
  publishedAt: new Date('2026-12-05T10:00:00Z'),
};
const offers = (...offered: { readonly release?: object; readonly artifacts?: readonly object[] }[]) =>
  offered.map((each) => ({
    offered: { release: { ...release, ...each.release }, artifacts: each.artifacts ?? [artifact] },
  })) as unknown as Offers;

/** What Sparkle checks: the bytes of the file, by the public key in the `Info.plist` of the application. */
function isSigned(edSignature: string, file: Buffer): boolean {
  const key = { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(SU_PUBLIC_ED_KEY, 'base64').toString('base64url') };
  return verify(null, file, createPublicKey({ key, format: 'jwk' }), Buffer.from(edSignature, 'base64'));
}

/** The elements of a document with their attributes and texts; throws if tags are not closed in order. */
function elementsOf(
  xml: string,
): { readonly path: string; readonly attributes: Record<string, string>; readonly text: string }[] {
  const [open, found]: [string[], ReturnType<typeof elementsOf>] = [[], []];
  const unescaped = (text: string) =>
    text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
  const body = xml.replace(/^<\?xml version="1\.0" encoding="utf-8"\?>/, '');
  for (const [, closing, name, attributes, empty, text] of body.matchAll(
    /<(\/?)([\w:]+)((?:\s+[\w:]+="[^"<]*")*)\s*(\/?)>([^<]*)/g,
  )) {
    if (closing) {
      const last = open.pop();
      if (last !== name) throw new Error(`${last} is closed by ${name}.`);
      continue;
    }
    const given = [...attributes!.matchAll(/([\w:]+)="([^"]*)"/g)].map(([, key, value]) => [key!, unescaped(value!)] as const);
    found.push({ path: [...open, name].join('/'), attributes: Object.fromEntries(given), text: unescaped(text!.trim()) });
    if (!empty) open.push(name!);
  }
  if (open.length > 0) throw new Error(`${open.join(', ')} are not closed.`);
  return found;
}

test('an item has what Sparkle reads, and a signature that the key of the seller verifies', () => {
  const manifest = JSON.stringify({ CFBundleVersion: '2045', LSMinimumSystemVersion: '13.0' });
  const notes = { en: 'Says "hi" & <more>\nand less.\n\nThe end.\u0001', de: 'Neu' };
  const xml = appcast(offers({ release: { notes }, artifacts: [{ ...artifact, manifest }] }), 'macos', PLACE);
  const [root, , , ...item] = elementsOf(xml);
  expect(root).toMatchObject({
    path: 'rss',
    attributes: { version: '2.0', 'xmlns:sparkle': 'http://www.andymatuschak.org/xml-namespaces/sparkle' },
  });
  const at = 'rss/channel/item';
  const plain = { attributes: {} };
  expect(item).toEqual([
    { ...plain, path: at, text: '' },
    { ...plain, path: `${at}/title`, text: '2.0.0' },
    { ...plain, path: `${at}/pubDate`, text: 'Sat, 05 Dec 2026 10:00:00 GMT' },
    { ...plain, path: `${at}/sparkle:version`, text: '2045' },
    { ...plain, path: `${at}/sparkle:shortVersionString`, text: '2.0.0' },
    { ...plain, path: `${at}/sparkle:minimumSystemVersion`, text: '13.0' },
    {
      path: `${at}/description`,
      attributes: { 'xml:lang': 'en' },
      text: '<p>Says &quot;hi&quot; &amp; &lt;more&gt;<br>and less.</p>\n<p>The end.</p>',
    },
    { path: `${at}/description`, attributes: { 'xml:lang': 'de' }, text: '<p>Neu</p>' },
    {
      path: `${at}/enclosure`,
      attributes: {
        url: 'https://example.com/releases/product/token/latchkey_dt_x/files/2.0.0/Acme%202.dmg',
        length: String(FILE.length),
        type: 'application/octet-stream',
        'sparkle:os': 'macos',
        'sparkle:edSignature': SIGNATURE,
      },
      text: '',
    },
  ]);
  const { attributes } = item.at(-1)!;
  expect([
    isSigned(attributes['sparkle:edSignature']!, FILE),
    isSigned(attributes['sparkle:edSignature']!, Buffer.from('another')),
  ]).toEqual([true, false]);
});

test('each channel has its newest release once, and the stable one has no name', () => {
  const xml = appcast(offers({}, { release: { id: 'two', version: '3.0.0-beta.1', channel: 'beta' } }, {}), 'macos', PLACE);
  const named = elementsOf(xml).filter(({ path }) => /sparkle:(version|channel)$/.test(path));
  expect(named.map(({ text }) => text)).toEqual(['2.0.0', '3.0.0-beta.1', 'beta']);
});

test.each([
  ['without a signature', { signature: null }],
  ['with a signature of another kind', { signature: 'untrusted comment: minisign\nRUQ' }],
  ['that describes another one', { describes: 'another' }],
])('a file %s is not in the appcast', (_what, difference) => {
  expect(appcast(offers({ artifacts: [{ ...artifact, ...difference }] }), 'macos', PLACE)).not.toContain('<item>');
});

test.each([
  ['x64', 'windows-x64'],
  ['x86', 'windows-x86'],
  ['arm64', 'windows-arm64'],
  ['any', 'windows'],
])('WinSparkle is told of the processors %s as %s', (architecture, os) => {
  const xml = appcast(offers({ artifacts: [{ ...artifact, architecture }] }), 'windows', PLACE);
  expect(elementsOf(xml).at(-1)!.attributes['sparkle:os']).toBe(os);
});
