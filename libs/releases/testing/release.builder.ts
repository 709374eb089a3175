import { newId } from '#kernel';
import { Artifact, type NewArtifact } from '../src/domain/artifact.ts';
import { DownloadToken, type NewDownloadToken } from '../src/domain/download-token.ts';
import { type NewRelease, Release } from '../src/domain/release.ts';

export const NOW = new Date('2026-11-29T12:00:00Z');
export const ORGANIZATION = '3d9a7c1e-8b2f-4c6d-9e0a-5f4b3c2d1e0f';
export const OTHER_ORGANIZATION = '7e6d5c4b-3a29-4180-8f7e-6d5c4b3a2918';
export const PRODUCT_ID = '0b1c2d3e-4f50-4617-8293-a4b5c6d7e8f9';

/** A draft. */
export const aRelease = (attributes: Partial<NewRelease> = {}): Release =>
  Release.create(
    {
      organizationId: ORGANIZATION,
      productId: PRODUCT_ID,
      version: '3.2.1',
      versionScheme: 'semver',
      channel: 'stable',
      notes: {},
      requiredBenefitIds: [],
      rolloutPercentage: 100,
      ...attributes,
    },
    NOW,
  );

const FILE = {
  id: '1a2b3c4d-5e6f-4071-8293-a4b5c6d7e8f0',
  name: 'app.zip',
  type: 'application/zip',
  size: 3,
  sha1: 'a'.repeat(40),
  sha256: 'b'.repeat(64),
  sha512: 'c'.repeat(128),
};

export const anArtifact = (
  { id: releaseId, organizationId }: Pick<Release, 'id' | 'organizationId'>,
  attributes: Partial<NewArtifact> = {},
  file: Partial<typeof FILE> = {},
): Artifact =>
  Artifact.create(
    {
      organizationId,
      releaseId,
      describes: null,
      platform: 'any',
      architecture: 'any',
      kind: 'archive',
      signature: null,
      manifest: null,
      ...attributes,
    },
    { ...FILE, ...file },
    NOW,
  );

export const aDownloadToken = (
  attributes: Partial<NewDownloadToken> & { readonly licenseKeyId: string },
  made = aToken(),
): DownloadToken => DownloadToken.create({ organizationId: ORGANIZATION, productId: PRODUCT_ID, ...attributes }, made, NOW);

/** A token as it is made, with a digest that no other one has. */
const aToken = () => ({ token: `latchkey_dt_${newId()}`, digest: Buffer.from(newId()) });
