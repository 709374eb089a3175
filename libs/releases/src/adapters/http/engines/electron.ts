import type { Offer } from '../../../commands/offer-newest-release.ts';
import { fileUrl, type OfferedArtifact, type Place } from '../offer-bodies.ts';
import { notesOf } from './notes.ts';

const FILE = /^(latest|stable|beta|alpha|dev)(-mac|-linux|-linux-arm64|-linux-arm)?\.yml$/;
const PLATFORMS = { '': 'windows', '-mac': 'macos', '-linux': 'linux', '-linux-arm64': 'linux', '-linux-arm': 'linux' } as const;
const ARCHITECTURES: Readonly<Record<string, 'x64' | 'arm64' | 'arm' | undefined>> = {
  '-linux': 'x64',
  '-linux-arm64': 'arm64',
  '-linux-arm': 'arm',
};

/** What a file asks for that electron-updater reads, such as `latest-mac.yml`; null for another file. */
export function askedByElectron(file: string) {
  const [, name, suffix = ''] = FILE.exec(file) ?? [];
  if (name === undefined) return null;
  const channel = name === 'latest' ? ('stable' as const) : (name as 'stable' | 'beta' | 'alpha' | 'dev');
  return { channel, platform: PLATFORMS[suffix as keyof typeof PLATFORMS], architecture: ARCHITECTURES[suffix] };
}

/** The update of electron-updater's generic provider (`latest.yml`); null if there is none. JSON texts are those of YAML. */
export function electronUpdate({ offered }: Offer, place: Place, language?: string): string | null {
  const files = offered?.artifacts.filter(({ describes }) => describes === null) ?? [];
  const [first] = files;
  if (!offered || !first) return null;
  const { release } = offered;
  const urlOf = ({ name }: OfferedArtifact) => JSON.stringify(fileUrl(place, release, name));
  const lines = files.flatMap((file) => [`  - url: ${urlOf(file)}`, `    sha512: ${base64(file)}`, `    size: ${file.size}`]);
  const notes = notesOf(release, language);
  return [
    `version: ${JSON.stringify(release.version)}`,
    'files:',
    ...lines,
    `path: ${urlOf(first)}`,
    `sha512: ${base64(first)}`,
    ...(notes === undefined ? [] : [`releaseNotes: ${JSON.stringify(notes)}`]),
    `releaseDate: '${release.publishedAt.toISOString()}'`,
    '',
  ].join('\n');
}

const base64 = ({ sha512 }: OfferedArtifact): string => Buffer.from(sha512, 'hex').toString('base64');
