import { newId, ResourceNotFound } from '#kernel';
import type { Artifacts } from '../src/domain/artifacts.ts';
import { MOST_DOWNLOAD_TOKENS } from '../src/domain/download-token.ts';
import type { DownloadTokens } from '../src/domain/download-tokens.ts';
import type { PublishedReleases } from '../src/domain/published-releases.ts';
import { ArtifactExists, ReleaseNotDraft, TooManyDownloadTokens, VersionExists } from '../src/domain/release.errors.ts';
import type { Release } from '../src/domain/release.ts';
import type { ReleaseDownloads } from '../src/domain/release-downloads.ts';
import type { Releases } from '../src/domain/releases.ts';
import { aDownloadToken, anArtifact, aRelease, NOW, ORGANIZATION, OTHER_ORGANIZATION } from './release.builder.ts';

export interface OpenedReleases {
  readonly releases: Releases;
  readonly artifacts: Artifacts;
  readonly published: PublishedReleases;
  readonly downloads: ReleaseDownloads;
  readonly tokens: DownloadTokens;
  /** The stored counts of a release. */
  countsOf(releaseId: string): Promise<{ readonly downloads: number; readonly licenseKeys: number }>;
  close(): Promise<void>;
}

const which = ({ id }: { readonly id: string }) => ({ id, organizations: [ORGANIZATION] });
const anything = (): void => undefined;
const takes = (release: Release, others: readonly unknown[]): void => release.assertTakesArtifact(others.length);

/** The tests that every implementation of the ports of releases passes. */
export function releasesContract(storage: string, open: () => Promise<OpenedReleases>): void {
  describe(`releases in ${storage}`, () => {
    let opened: OpenedReleases;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(() => opened.close());

    /** A stored release of a product of its own, with an artifact for each of the kinds. */
    async function stored(attributes: Parameters<typeof aRelease>[0] = {}, files: Parameters<typeof anArtifact>[1][] = [{}]) {
      const release = aRelease({ productId: newId(), ...attributes });
      await opened.releases.add(release);
      for (const [index, file] of files.entries())
        await opened.artifacts.add(anArtifact(release, file, { name: `app-${index}.zip` }), takes);
      return release;
    }
    const publish = (release: Release) => opened.releases.change(which(release), (each, count) => each.publish(count, NOW));
    const versionsOf = async (wanted: Partial<Parameters<PublishedReleases['find']>[0]> & { readonly productId: string }) =>
      (await opened.published.find({ organizationId: ORGANIZATION, limit: 10, ...wanted })).map(({ release }) => release.version);

    test('of versions that are equal, a product has one, also if both are added at once', async () => {
      const productId = newId();
      const equal = ['1.0', '1.0.0', '1.0.0+build'].map((version) => aRelease({ productId, version, versionScheme: 'numbers' }));
      const outcomes = await Promise.allSettled(equal.map((release) => opened.releases.add(release)));
      const refused = outcomes.filter(({ status }) => status === 'rejected');
      expect(refused.map((outcome) => 'reason' in outcome && outcome.reason)).toEqual([
        expect.any(VersionExists),
        expect.any(VersionExists),
      ]);
      await opened.releases.add(aRelease({ version: '1.0.0', productId: newId() }));
    });

    test('of two artifacts of one name that are added at once, a release gets one', async () => {
      const release = await stored({}, []);
      const outcomes = await Promise.allSettled([1, 2].map(() => opened.artifacts.add(anArtifact(release), takes)));
      expect(outcomes.filter(({ status }) => status === 'rejected')).toMatchObject([{ reason: expect.any(ArtifactExists) }]);
      expect(await opened.releases.change(which(release), (_release, count) => count)).toBe(1);
    });

    test('an artifact is either published with its release or not in it, if both happen at once', async () => {
      const release = await stored();
      const added = opened.artifacts.add(anArtifact(release, {}, { name: 'late.zip' }), takes);
      const [late, ...others] = await Promise.allSettled([added, publish(release)]);
      expect(others).toMatchObject([{ status: 'fulfilled' }]);
      const [{ artifacts } = { artifacts: [] }] = await opened.published.find({
        organizationId: ORGANIZATION,
        productId: release.snapshot.productId,
        limit: 1,
      });
      expect(artifacts.some(({ name }) => name === 'late.zip')).toBe(late!.status === 'fulfilled');
      const tooLate = opened.artifacts.add(anArtifact(release, {}, { name: 'later.zip' }), takes);
      await expect(tooLate).rejects.toThrow(ReleaseNotDraft);
    });

    test('what describes an artifact goes with it, and a draft with all of them', async () => {
      const release = await stored({}, []);
      const [artifact, other] = [anArtifact(release), anArtifact(release, {}, { name: 'other.zip' })];
      const sbom = anArtifact(release, { kind: 'sbom', describes: artifact.id }, { name: 'app.spdx' });
      for (const each of [artifact, other, sbom]) await opened.artifacts.add(each, takes);
      await opened.artifacts.remove(which(artifact), anything);
      expect(await opened.releases.change(which(release), (_release, count) => count)).toBe(1);
      await opened.releases.remove(which(release), anything);
      await expect(opened.artifacts.remove(which(other), anything)).rejects.toThrow(ResourceNotFound);
    });

    test('unknown and foreign releases and artifacts are not found', async () => {
      const foreign = aRelease({ organizationId: OTHER_ORGANIZATION, productId: newId() });
      await opened.releases.add(foreign);
      const artifact = anArtifact(foreign);
      await opened.artifacts.add(artifact, takes);
      for (const id of [newId(), foreign.id]) {
        await expect(opened.releases.change(which({ id }), () => 'seen')).rejects.toThrow(ResourceNotFound);
        await expect(opened.releases.remove(which({ id }), anything)).rejects.toThrow(ResourceNotFound);
        await expect(opened.releases.organizationOf(which({ id }))).rejects.toThrow(ResourceNotFound);
      }
      await expect(opened.artifacts.remove(which(artifact), anything)).rejects.toThrow(ResourceNotFound);
      await expect(opened.artifacts.add(anArtifact(aRelease()), anything)).rejects.toThrow(ResourceNotFound);
    });

    test('published releases are found by the order of their versions, and drafts are not', async () => {
      const productId = newId();
      const all: Release[] = [];
      for (const version of ['1.10.0', '2.0.0-beta.2', '1.9.0', '2.0.0-beta.10', '2.0.0', '3.0.0']) {
        const release = await stored({ productId, version, channel: version.includes('beta') ? 'beta' : 'stable' });
        if (version !== '3.0.0') await publish(release);
        all.push(release);
      }
      expect(await versionsOf({ productId })).toEqual(['2.0.0', '2.0.0-beta.10', '2.0.0-beta.2', '1.10.0', '1.9.0']);
      expect(await versionsOf({ productId, channels: ['stable'] })).toEqual(['2.0.0', '1.10.0', '1.9.0']);
      expect(await versionsOf({ productId, limit: 2, before: all[0]!.snapshot.versionOrder })).toEqual(['1.9.0']);
      await opened.releases.change(which(all[4]!), (release) => release.yank('broken', NOW));
      expect(await versionsOf({ productId, channels: ['stable'] })).toEqual(['1.10.0', '1.9.0']);
      expect(await versionsOf({ productId, version: '2.0', withYanked: true })).toEqual(['2.0.0']);
      expect(await versionsOf({ productId: newId() })).toEqual([]);
    });

    test('only artifacts for the platform are found, and releases that have one', async () => {
      const files = [{ platform: 'windows' }, { platform: 'linux', architecture: 'x64' }, { kind: 'npm' }] as const;
      const release = await stored({}, [...files]);
      const other = await stored({ productId: release.snapshot.productId, version: '4.0.0' }, [{ platform: 'macos' }]);
      await publish(release);
      await publish(other);
      const found = async (wanted: object) => {
        const { productId } = release.snapshot;
        const all = await opened.published.find({ organizationId: ORGANIZATION, productId, limit: 5, ...wanted });
        return all.map(({ release: { version }, artifacts }) => [version, artifacts.map(({ name }) => name)]);
      };
      expect(await found({ platform: 'windows' })).toEqual([['3.2.1', ['app-0.zip', 'app-2.zip']]]);
      expect(await found({ platform: 'linux', architecture: 'arm64' })).toEqual([['3.2.1', ['app-2.zip']]]);
      expect(await found({ kinds: ['npm'] })).toEqual([['3.2.1', ['app-2.zip']]]);
      const [{ release: read, artifacts } = { release: undefined, artifacts: [] }] = await opened.published.find({
        organizationId: ORGANIZATION,
        productId: release.snapshot.productId,
        version: '3.2.1',
        limit: 1,
      });
      expect(read).toEqual(await opened.releases.change(which(release), ({ snapshot }) => ({ ...snapshot })));
      expect(artifacts[0]).toMatchObject({ size: 3, createdAt: NOW, describes: null });
      expect(await found({ artifactId: artifacts[1]!.id })).toEqual([['3.2.1', ['app-1.zip']]]);
      expect(await found({ artifactId: newId() })).toEqual([]);
    });

    test('downloads are counted by license key, in one row for each', async () => {
      const [releaseId, one, other] = [newId(), newId(), newId()];
      const count = (licenseKeyId: string) =>
        opened.downloads.count({ organizationId: ORGANIZATION, releaseId, licenseKeyId }, NOW);
      count(one);
      count(one);
      count(other);
      await opened.downloads.flush();
      count(one);
      await opened.downloads.flush();
      expect(await opened.countsOf(releaseId)).toEqual({ downloads: 4, licenseKeys: 2 });
    });

    describe('download tokens', () => {
      const add = async (attributes: Parameters<typeof aDownloadToken>[0]) => {
        const token = aDownloadToken(attributes);
        await opened.tokens.add(token);
        return token;
      };
      const licenseKeyOf = ({ snapshot }: Awaited<ReturnType<typeof add>>, presented: object = {}) => {
        const { organizationId, productId, digest } = snapshot;
        return opened.tokens.licenseKeyOf({ organizationId, productId, digests: [digest], ...presented });
      };

      test('one stands for its license key in its product and organization, until it is removed', async () => {
        const licenseKeyId = newId();
        const token = await add({ licenseKeyId });
        expect(await licenseKeyOf(token)).toBe(licenseKeyId);
        expect(await licenseKeyOf(token, { productId: newId() })).toBeUndefined();
        expect(await licenseKeyOf(token, { organizationId: OTHER_ORGANIZATION })).toBeUndefined();
        expect(await licenseKeyOf(token, { digests: [] })).toBeUndefined();
        const refuse = () => {
          throw new Error('refused');
        };
        await expect(opened.tokens.remove(which(token), refuse)).rejects.toThrow('refused');
        await expect(opened.tokens.remove({ ...which(token), licenseKeyId: newId() }, anything)).rejects.toThrow(
          ResourceNotFound,
        );
        const foreign = { id: token.id, organizations: [OTHER_ORGANIZATION] };
        await expect(opened.tokens.remove(foreign, anything)).rejects.toThrow(ResourceNotFound);
        expect(await licenseKeyOf(token)).toBe(licenseKeyId);
        await opened.tokens.remove({ ...which(token), licenseKeyId }, anything);
        expect(await licenseKeyOf(token)).toBeUndefined();
      });

      test('one that is presented has the digest of the newest secret key from then on', async () => {
        const licenseKeyId = newId();
        const token = await add({ licenseKeyId });
        const [newest, { digest }] = [Buffer.from(newId()), token.snapshot];
        expect(await licenseKeyOf(token, { digests: [newest, digest] })).toBe(licenseKeyId);
        expect(await licenseKeyOf(token, { digests: [newest] })).toBe(licenseKeyId);
        expect(await licenseKeyOf(token)).toBeUndefined();
      });

      test('of those that are added at once, a license key gets as many as it can have', async () => {
        const [licenseKeyId, other] = [newId(), await add({ licenseKeyId: newId() })];
        const outcomes = await Promise.allSettled(
          Array.from({ length: MOST_DOWNLOAD_TOKENS + 1 }, () => add({ licenseKeyId, productId: newId() })),
        );
        const refused = outcomes.filter(({ status }) => status === 'rejected');
        expect(refused).toMatchObject([{ reason: expect.any(TooManyDownloadTokens) }]);
        await opened.tokens.removeOfKey(ORGANIZATION, licenseKeyId);
        expect(await licenseKeyOf(other)).toBe(other.licenseKeyId);
        expect(await licenseKeyOf(await add({ licenseKeyId }))).toBe(licenseKeyId);
      });
    });
  });
}
