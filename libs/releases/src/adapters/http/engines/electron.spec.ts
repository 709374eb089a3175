import { askedByElectron, electronUpdate } from './electron.ts';

type Offer = Parameters<typeof electronUpdate>[0];

const artifact = { name: 'acme setup.exe', size: 3, sha512: 'ab'.repeat(64), describes: null };
const release = {
  productId: 'product',
  version: '3.2.1',
  notes: { de: 'Neu', en: 'Say "hi":\n- new' },
  publishedAt: new Date('2026-12-05T10:00:00Z'),
};
const offer = (artifacts: readonly object[]) =>
  ({ offered: { release, artifacts }, before: null, withheld: null }) as unknown as Offer;

/** electron-updater 6.8.10 with an adapter of its own has read, downloaded and checked what is offered in this form. */
test('an update has the address, the digest in base64 and the size of every file, and no text that YAML reads otherwise', () => {
  const blocks = { ...artifact, name: 'acme setup.exe.blockmap', describes: 'artifact' };
  expect(electronUpdate(offer([artifact, blocks]), { baseUrl: 'https://example.com' })?.split('\n')).toEqual([
    'version: "3.2.1"',
    'files:',
    '  - url: "https://example.com/releases/product/files/3.2.1/acme%20setup.exe"',
    `    sha512: ${Buffer.from('ab'.repeat(64), 'hex').toString('base64')}`,
    '    size: 3',
    'path: "https://example.com/releases/product/files/3.2.1/acme%20setup.exe"',
    `sha512: ${Buffer.from('ab'.repeat(64), 'hex').toString('base64')}`,
    String.raw`releaseNotes: "Say \"hi\":\n- new"`,
    `releaseDate: '2026-12-05T10:00:00.000Z'`,
    '',
  ]);
});

test('without a release, or with files only that describe others, there is no update', () => {
  expect(electronUpdate({ offered: null, before: null, withheld: null }, { baseUrl: '' })).toBeNull();
  expect(electronUpdate(offer([{ ...artifact, describes: 'artifact' }]), { baseUrl: '' })).toBeNull();
});

test.each([
  ['latest.yml', { channel: 'stable', platform: 'windows', architecture: undefined }],
  ['latest-mac.yml', { channel: 'stable', platform: 'macos', architecture: undefined }],
  ['latest-linux.yml', { channel: 'stable', platform: 'linux', architecture: 'x64' }],
  ['beta-linux-arm64.yml', { channel: 'beta', platform: 'linux', architecture: 'arm64' }],
  ['nightly.yml', null],
  ['latest.yaml', null],
])('%s asks for %j', (file, asked) => {
  expect(askedByElectron(file)).toEqual(asked);
});
