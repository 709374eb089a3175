import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { Injectable } from '@nestjs/common';
import { WallClock } from '#kernel';
import { DebianRepositories, type DebianSuite } from '../../domain/debian-repositories.ts';
import type { PublishedRelease } from '../../domain/published-releases.ts';
import { type RepositoryKey, RepositoryKeys } from '../../domain/repository-keys.ts';
import { newOpenPgpKey, signatureOf, signedInline } from './open-pgp-key.ts';

/** The architectures that apt may ask for, although there is no package for them. */
const ARCHITECTURES = ['amd64', 'arm64', 'armhf', 'i386'];
/** The fields that the repository says, whatever the package does. */
const OWN_FIELDS = new Set(['filename', 'size', 'md5sum', 'sha1', 'sha256', 'sha512', 'phased-update-percentage']);

type Fields = Readonly<Record<string, string>>;

interface Package {
  readonly architecture: string;
  readonly paragraph: string;
}

@Injectable()
export class SignedDebianRepositories extends DebianRepositories {
  constructor(
    private readonly keys: RepositoryKeys,
    private readonly clock: WallClock,
  ) {
    super();
  }

  async publicKey(organizationId: string): Promise<Buffer> {
    return Buffer.from((await this.keyOf(organizationId)).publicKey);
  }

  async index(suite: DebianSuite, path: string): Promise<Buffer | null> {
    const key = await this.keyOf(suite.organizationId);
    const modifiedAt = lastChangeOf(suite, key);
    const packages = await packageIndexes(suite);
    const listed = packages.get(path);
    if (listed) return listed;
    const text = releaseText(suite, modifiedAt, packages);
    if (path === 'Release') return Buffer.from(text);
    if (path === 'InRelease') return Buffer.from(await signedInline(key, text, modifiedAt));
    if (path === 'Release.gpg') return Buffer.from(await signatureOf(key, text, modifiedAt));
    return null;
  }

  /** Made when it is needed first. */
  private async keyOf(organizationId: string): Promise<RepositoryKey> {
    const known = await this.keys.find(organizationId);
    if (known) return known;
    const createdAt = new Date(Math.floor(this.clock.now().getTime() / 1000) * 1000);
    return this.keys.add(organizationId, await newOpenPgpKey(`Packages of ${organizationId}`, createdAt));
  }
}

/** No signature is older than its key. In whole seconds, as signatures are. */
function lastChangeOf({ releases }: DebianSuite, { createdAt }: RepositoryKey): Date {
  const times = releases.map(({ release }) => (release.modifiedAt ?? release.publishedAt).getTime());
  return new Date(Math.floor(times.reduce((latest, time) => Math.max(latest, time), createdAt.getTime()) / 1000) * 1000);
}

/** The lists of packages by their paths. Those for all architectures are in the list of each. */
async function packageIndexes({ releases }: DebianSuite): Promise<ReadonlyMap<string, Buffer>> {
  const packages = releases.filter(({ release }) => release.status === 'published').flatMap(packagesOf);
  const indexes = new Map<string, Buffer>();
  for (const architecture of architecturesOf(packages)) {
    const own = packages.filter((each) => each.architecture === 'all' || each.architecture === architecture);
    const bytes = Buffer.from(own.map(({ paragraph }) => `${paragraph}\n`).join(''));
    indexes.set(`main/binary-${architecture}/Packages`, bytes);
    indexes.set(`main/binary-${architecture}/Packages.gz`, await promisify(gzip)(bytes));
  }
  return indexes;
}

const architecturesOf = (packages: readonly Package[]): string[] =>
  [...new Set([...ARCHITECTURES, ...packages.map(({ architecture }) => architecture)])]
    .filter((each) => each !== 'all')
    .toSorted();

function packagesOf({ release, artifacts }: PublishedRelease): Package[] {
  return artifacts.map((artifact) => {
    const fields = JSON.parse(artifact.manifest!) as Fields;
    const kept = Object.entries(fields).filter(([field]) => !OWN_FIELDS.has(field.toLowerCase()));
    const own = {
      Filename: `files/${release.version}/${artifact.name}`,
      Size: String(artifact.size),
      SHA1: artifact.sha1,
      SHA256: artifact.sha256,
      SHA512: artifact.sha512,
      // apt upgrades by it, and each computer decides for itself.
      ...(release.rolloutPercentage < 100 ? { 'Phased-Update-Percentage': String(release.rolloutPercentage) } : {}),
    };
    const lines = [...kept, ...Object.entries(own)].map(([field, value]) => `${field}: ${value}\n`);
    return { architecture: fields['Architecture']!, paragraph: lines.join('') };
  });
}

function releaseText({ productId, channel }: DebianSuite, modifiedAt: Date, indexes: ReadonlyMap<string, Buffer>): string {
  const architectures = [...indexes.keys()].flatMap((path) => /^main\/binary-(.+)\/Packages$/.exec(path)?.[1] ?? []);
  const fields = [
    `Origin: ${productId}`,
    `Label: ${productId}`,
    `Suite: ${channel}`,
    `Codename: ${channel}`,
    `Date: ${modifiedAt.toUTCString().replace('GMT', 'UTC')}`,
    `Architectures: ${architectures.join(' ')}`,
    'No-Support-for-Architecture-all: Packages',
    'Components: main',
    'SHA256:',
    ...[...indexes].map(([path, bytes]) => ` ${createHash('sha256').update(bytes).digest('hex')} ${bytes.length} ${path}`),
  ];
  return `${fields.join('\n')}\n`;
}
