import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CliError } from '../../process/index.ts';
import { reasonOf } from '../connection/service-errors.ts';
import { npmManifest } from './npm-manifest.ts';

/** A file of a folder, as an artifact. */
export interface LocalArtifact {
  readonly path: string;
  readonly name: string;
  readonly size: number;
  readonly platform: string;
  readonly architecture: string;
  readonly kind: string;
  /** The name of the file that it describes. */
  readonly describes: string | undefined;
  readonly signature: string | undefined;
  readonly manifest: string | undefined;
}

/** What tools write beside the files that they make, which the service says itself. */
const IGNORED = /^(\.|latest.*\.yml$|(alpha|beta|dev).*\.yml$|builder-|RELEASES$)/;
const SIGNATURE = /\.(sig|asc|minisig)$/;
const DESCRIBING: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ['blockmap', /\.blockmap$/],
  ['sbom', /\.(spdx|cdx|sbom)(\.json|\.xml)?$/],
  ['provenance', /\.(intoto\.jsonl|provenance(\.json)?|sigstore(\.json)?)$/],
];
const PLATFORMS: readonly (readonly [platform: string, pattern: RegExp])[] = [
  ['windows', /\.(exe|msi|msix|appx)$|(^|[-_.])(win|win32|win64|windows)([-_.]|$)/i],
  ['macos', /\.(dmg|pkg)$|(^|[-_.])(mac|macos|darwin|osx)([-_.]|$)/i],
  ['linux', /\.(appimage|deb|rpm|snap)$|(^|[-_.])linux([-_.]|$)/i],
  ['android', /\.(apk|aab)$/i],
  ['ios', /\.ipa$/i],
];
const ARCHITECTURES: readonly (readonly [architecture: string, pattern: RegExp])[] = [
  ['arm64', /(^|[-_.])(arm64|aarch64)([-_.]|$)/i],
  ['x64', /(^|[-_.])(x64|x86_64|amd64)([-_.]|$)/i],
  ['x86', /(^|[-_.])(x86|ia32|i[36]86)([-_.]|$)/i],
  ['arm', /(^|[-_.])(arm|armv7l|armhf)([-_.]|$)/i],
  ['universal', /(^|[-_.])universal([-_.]|$)/i],
];

const firstOf = (table: readonly (readonly [string, RegExp])[], name: string): string | undefined =>
  table.find(([, pattern]) => pattern.test(name))?.[0];

/** The artifacts in a folder, those that others describe first. What they are follows from their names. */
export async function readFolder(folder: string): Promise<LocalArtifact[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    throw new CliError(`${folder} cannot be read (${reasonOf(error)}).`);
  });
  const names = entries.filter((entry) => entry.isFile() && !IGNORED.test(entry.name)).map(({ name }) => name);
  const described = names.filter((name) => !SIGNATURE.test(name) && firstOf(DESCRIBING, name) === undefined).toSorted();
  const describing = names.filter((name) => firstOf(DESCRIBING, name) !== undefined).toSorted();
  if (described.length === 0) throw new CliError(`${folder} has no file to publish.`);
  const signatureOf = (name: string) => names.find((each) => SIGNATURE.test(each) && each.replace(SIGNATURE, '') === name);
  return [
    ...(await Promise.all(described.map((name) => artifactAt(folder, name, signatureOf(name))))),
    ...(await Promise.all(describing.map((name) => descriptionAt(folder, name, described)))),
  ];
}

async function artifactAt(folder: string, name: string, signature: string | undefined): Promise<LocalArtifact> {
  const path = join(folder, name);
  const manifest = name.endsWith('.tgz') ? npmManifest(await readFile(path)) : undefined;
  return {
    path,
    name,
    size: (await stat(path)).size,
    platform: firstOf(PLATFORMS, name) ?? 'any',
    architecture: firstOf(ARCHITECTURES, name) ?? 'any',
    kind: manifest === undefined ? kindOf(name) : 'npm',
    describes: undefined,
    signature: signature === undefined ? undefined : (await readFile(join(folder, signature), 'utf8')).trim(),
    manifest,
  };
}

function kindOf(name: string): string {
  if (name.endsWith('.whl')) return 'pypi';
  return /\.(zip|tgz|tar|gz|xz|bz2|7z|nupkg)$/i.test(name) ? 'archive' : 'installer';
}

/** A file describes the one whose name it begins with, or the only one that there is. */
async function descriptionAt(folder: string, name: string, described: readonly string[]): Promise<LocalArtifact> {
  const subject = described.find((each) => name.startsWith(`${each}.`)) ?? (described.length === 1 ? described[0] : undefined);
  if (subject === undefined) throw new CliError(`${name} describes a file, but its name does not begin with that of one.`);
  const path = join(folder, name);
  const { size } = await stat(path);
  const plain = { platform: 'any', architecture: 'any', signature: undefined, manifest: undefined };
  return { ...plain, path, name, size, kind: firstOf(DESCRIBING, name)!, describes: subject };
}
