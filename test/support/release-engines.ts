import type { Answer } from './call.ts';

/** A file that sellers upload for an engine, with the fields of its artifact. */
interface EngineFile {
  readonly name: string;
  readonly artifact: object;
}

/** How a client asks an engine. */
export interface Asked {
  readonly product: string;
  /** What the addresses of the engines of the product begin with. */
  readonly base: string;
  readonly channel: 'stable' | 'beta';
  readonly device: string;
  /** Sends a request with the credential. */
  get(url: string, headers?: Readonly<Record<string, string>>): Promise<Answer>;
}

/** How clients present what they have: the license key in a header, or a download token in the address. */
export type Credential = 'license key' | 'download token';

/** An engine of releases, as its clients use it. */
export interface Engine {
  readonly credentials: readonly Credential[];
  /** What a release of the version has for its clients. */
  readonly files: (version: string) => readonly EngineFile[];
  /** The newest version that a client is told of; null if it is told of none. */
  readonly newest: (asked: Asked) => Promise<string | null>;
  /** Package managers install versions that are named, so they are told of all. */
  readonly isToldOfAll?: true;
}

const KEY = ['license key'] as const;
const KEY_OR_TOKEN = ['license key', 'download token'] as const;
/** As long as an Ed25519 signature. */
const ED_SIGNATURE = `${'A'.repeat(86)}==`;

/** What the engine said; an error with the reason if the credential is refused. */
const told = ({ status, headers, text, body }: Answer): { readonly text: string; readonly body: Answer['body'] } => {
  if (status === 200 || status === 204) return { text, body };
  throw new Error(`refused: ${status} ${headers['license-code'] ?? ''}`.trim());
};

/** The newest item of an appcast. */
const newestOfAppcast =
  (platform: string): Engine['newest'] =>
  async ({ base, channel, device, get }) => {
    const query = new URLSearchParams({ channel, device });
    const { text } = told(await get(`${base}/sparkle/${platform}/appcast.xml?${query}`));
    return /<sparkle:version>(.+)<\/sparkle:version>/.exec(text)?.[1] ?? null;
  };

/** Every engine. A new one is a row; `test/api/release-engines.e2e.spec.ts` asks it about every license. */
export const ENGINES: { readonly [name: string]: Engine } = {
  'the newest release': {
    credentials: KEY,
    files: (version) => [{ name: `acme-${version}.zip`, artifact: { kind: 'archive', platform: 'ios' } }],
    newest: async ({ product, channel, device, get }) => {
      const query = new URLSearchParams({ product, channel, platform: 'ios' });
      return told(await get(`/v1/releases/latest?${query}`, { 'license-device': device })).body.release?.version ?? null;
    },
  },
  'electron-updater': {
    credentials: KEY_OR_TOKEN,
    files: (version) => [{ name: `acme-${version}.exe`, artifact: { platform: 'windows', architecture: 'x64' } }],
    newest: async ({ base, channel, device, get }) => {
      const file = channel === 'stable' ? 'latest.yml' : 'beta.yml';
      const { text } = told(await get(`${base}/electron/${file}`, { 'license-device': device }));
      return /^version: "(.+)"$/m.exec(text)?.[1] ?? null;
    },
  },
  Tauri: {
    credentials: KEY_OR_TOKEN,
    files: (version) => [
      { name: `acme-${version}.AppImage`, artifact: { platform: 'linux', architecture: 'x64', signature: 'c2ln' } },
    ],
    newest: async ({ base, channel, device, get }) => {
      const answer = await get(`${base}/tauri/linux/x86_64/0.1.0?channel=${channel}`, { 'license-device': device });
      return told(answer).body?.version ?? null;
    },
  },
  npm: {
    credentials: KEY,
    files: (version) => [
      { name: `acme-${version}.tgz`, artifact: { kind: 'npm', manifest: JSON.stringify({ name: '@acme/widget', version }) } },
    ],
    newest: async ({ base, channel, get }) => {
      const tags = told(await get(`${base}/npm/@acme%2fwidget`)).body['dist-tags'];
      return tags[channel] ?? tags.latest;
    },
    isToldOfAll: true,
  },
  pip: {
    credentials: KEY,
    files: (version) => [{ name: `acme_tools-${version}-py3-none-any.whl`, artifact: { kind: 'pypi' } }],
    newest: async ({ base, get }) => {
      const { text } = told(await get(`${base}/pypi/simple/acme-tools`, { accept: 'application/vnd.pypi.simple.v1+json' }));
      const { files } = JSON.parse(text) as {
        readonly files: readonly { readonly filename: string; readonly yanked: unknown }[];
      };
      return files.find(({ yanked }) => yanked === false)?.filename.split('-')[1] ?? null;
    },
    isToldOfAll: true,
  },
  Sparkle: {
    credentials: KEY_OR_TOKEN,
    files: (version) => [{ name: `acme-${version}.dmg`, artifact: { platform: 'macos', signature: ED_SIGNATURE } }],
    newest: newestOfAppcast('macos'),
  },
  WinSparkle: {
    credentials: KEY_OR_TOKEN,
    files: (version) => [
      { name: `acme-setup-${version}.exe`, artifact: { platform: 'windows', architecture: 'arm64', signature: ED_SIGNATURE } },
    ],
    newest: newestOfAppcast('windows'),
  },
  'Squirrel.Mac': {
    credentials: KEY_OR_TOKEN,
    files: (version) => [{ name: `acme-mac-${version}.zip`, artifact: { kind: 'archive', platform: 'macos' } }],
    newest: async ({ base, channel, device, get }) => {
      const query = new URLSearchParams({ channel, device });
      return told(await get(`${base}/squirrel/update/darwin-arm64/0.1.0?${query}`)).body?.name ?? null;
    },
  },
  'Squirrel.Windows': {
    credentials: KEY_OR_TOKEN,
    files: (version) => [{ name: `acme-${version}-full.nupkg`, artifact: { kind: 'archive', platform: 'windows' } }],
    newest: async ({ base, channel, device, get }) => {
      const query = new URLSearchParams({ channel, device, id: 'acme', localVersion: '0.1.0', arch: 'amd64' });
      const { text } = told(await get(`${base}/squirrel/update/win32-x64/0.1.0/RELEASES?${query}`));
      return /^[0-9A-F]{40} \S+\/acme-(\S+)-full\.nupkg \d+$/m.exec(text)?.[1] ?? null;
    },
  },
  WordPress: {
    credentials: KEY_OR_TOKEN,
    files: (version) => [{ name: `acme-forms-${version}.zip`, artifact: { kind: 'archive' } }],
    newest: async ({ base, channel, device, get }) => {
      const query = new URLSearchParams({ channel, device, installed_version: '0.1.0', php: '8.4', locale: 'de_DE' });
      return told(await get(`${base}/wordpress/acme-forms?${query}`)).body.new_version;
    },
  },
};
