import type { OfferedArtifact, OfferedRelease } from '../offer-bodies.ts';
import { fileUrl } from '../offer-bodies.ts';
import { CHANNEL_NAMES } from '../../../queries/release.view.ts';

/** The releases that a license key gets, the newest first. */
export type Packages = readonly { readonly release: OfferedRelease; readonly artifacts: readonly OfferedArtifact[] }[];

interface Version {
  readonly release: OfferedRelease;
  readonly artifact: OfferedArtifact;
  readonly manifest: { readonly [field: string]: unknown };
  readonly version: string;
}

/**
 * The versions of a package, as npm asks for them (a packument); null if there is none. Yanked versions are deprecated with their reason,
 * and no tag leads to them: who has pinned one still gets it.
 */
export function packument(packages: Packages, name: string, baseUrl: string): object | null {
  const versions = packages.flatMap(({ release, artifacts }) =>
    artifacts.flatMap((artifact) => versionOf(release, artifact, name)),
  );
  if (versions.length === 0) return null;
  return {
    name,
    'dist-tags': tagsOf(versions),
    versions: Object.fromEntries(versions.map((each) => [each.version, describedVersion(each, baseUrl)])),
    time: Object.fromEntries(versions.map(({ version, release }) => [version, release.publishedAt.toISOString()])),
  };
}

function versionOf(release: OfferedRelease, artifact: OfferedArtifact, name: string): Version[] {
  if (artifact.manifest === null) return [];
  const manifest = JSON.parse(artifact.manifest) as Version['manifest'];
  const { version } = manifest;
  return manifest['name'] === name && typeof version === 'string' ? [{ release, artifact, manifest, version }] : [];
}

const describedVersion = ({ release, artifact, manifest, version }: Version, baseUrl: string): object => ({
  ...manifest,
  _id: `${String(manifest['name'])}@${version}`,
  ...(release.status === 'yanked' ? { deprecated: release.yankReason ?? 'This version was yanked.' } : {}),
  dist: {
    tarball: fileUrl({ baseUrl }, release, artifact.name),
    shasum: artifact.sha1,
    integrity: `sha512-${Buffer.from(artifact.sha512, 'hex').toString('base64')}`,
  },
});

/** `latest` for stable releases, and the names of the other channels. npm installs `latest`, so there is one in any case. */
function tagsOf(versions: readonly Version[]): Readonly<Record<string, string>> {
  const offered = versions.filter(({ release }) => release.status === 'published');
  const newest = (among: readonly string[]) => offered.find(({ release }) => among.includes(release.channel))?.version;
  const [stable, ...others] = CHANNEL_NAMES;
  const latest = newest([stable]) ?? newest(CHANNEL_NAMES);
  const tags = others.map((channel, index) => [channel, newest([stable, ...others.slice(0, index + 1)])] as const);
  const existing = tags.filter(([channel]) => offered.some(({ release }) => release.channel === channel));
  return Object.fromEntries([['latest', latest], ...existing].filter(([, version]) => version !== undefined)) as Record<
    string,
    string
  >;
}
