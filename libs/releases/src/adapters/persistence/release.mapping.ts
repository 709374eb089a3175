import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { aggregateRows } from '#engine/persistence';
import { type Architecture, Artifact, type ArtifactKind, type Platform } from '../../domain/artifact.ts';
import { DownloadToken } from '../../domain/download-token.ts';
import type { Channel } from '../../domain/channels.ts';
import { Release, type ReleaseStatus } from '../../domain/release.ts';
import type { VersionScheme } from '../../domain/release-version.ts';

export const ReleaseMapping = defineEntity({
  name: 'ReleaseRow',
  schema: 'releases',
  tableName: 'releases',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid(),
    productId: p.uuid(),
    version: p.text(),
    versionScheme: p.text().$type<VersionScheme>(),
    versionOrder: p.text(),
    channel: p.text().$type<Channel>(),
    notes: p.json().$type<{ readonly [language: string]: string }>(),
    status: p.text().$type<ReleaseStatus>(),
    requiredBenefitIds: p.array<string>(),
    rolloutPercentage: p.integer(),
    publishedAt: p.datetime(3).nullable(),
    yankedAt: p.datetime(3).nullable(),
    yankReason: p.text().nullable(),
    createdAt: p.datetime(3),
    modifiedAt: p.datetime(3).nullable(),
  },
});

export const ArtifactMapping = defineEntity({
  name: 'ArtifactRow',
  schema: 'releases',
  tableName: 'artifacts',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid(),
    releaseId: p.uuid(),
    describes: p.uuid().nullable(),
    fileId: p.uuid(),
    name: p.text(),
    mimeType: p.text(),
    platform: p.text().$type<Platform>(),
    architecture: p.text().$type<Architecture>(),
    kind: p.text().$type<ArtifactKind>(),
    size: p.bigint('number'),
    sha1: p.text(),
    sha256: p.text(),
    sha512: p.text(),
    signature: p.text().nullable(),
    manifest: p.text().nullable(),
    createdAt: p.datetime(3),
  },
});

const counted = {
  organizationId: p.uuid().primary(),
  releaseId: p.uuid().primary(),
  downloads: p.bigint('number'),
};

export const ReleaseDownloadMapping = defineEntity({
  name: 'ReleaseDownload',
  schema: 'releases',
  tableName: 'downloads',
  properties: { ...counted, licenseKeyId: p.uuid().primary(), lastDownloadedAt: p.datetime(3) },
});

export const DownloadTotalMapping = defineEntity({
  name: 'ReleaseDownloadTotal',
  schema: 'releases',
  tableName: 'download_totals',
  properties: { ...counted, licenseKeys: p.bigint('number') },
});

export const DownloadTokenMapping = defineEntity({
  name: 'DownloadTokenRow',
  schema: 'releases',
  tableName: 'download_tokens',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid(),
    productId: p.uuid(),
    licenseKeyId: p.uuid(),
    digest: p.blob().$type<Buffer>(),
    ending: p.text(),
    createdAt: p.datetime(3),
  },
});

export const RepositoryKeyMapping = defineEntity({
  name: 'RepositoryKey',
  schema: 'releases',
  tableName: 'repository_keys',
  properties: {
    organizationId: p.uuid().primary(),
    publicKey: p.text(),
    encryptedPrivateKey: p.blob().$type<Buffer>(),
    createdAt: p.datetime(3),
  },
});

export const ImageBlobMapping = defineEntity({
  name: 'ImageBlob',
  schema: 'releases',
  tableName: 'image_blobs',
  properties: {
    organizationId: p.uuid().primary(),
    artifactId: p.uuid().primary(),
    digest: p.text().primary(),
    mediaType: p.text().nullable(),
    position: p.bigint('number'),
    size: p.bigint('number'),
  },
});

export const releaseRows = aggregateRows(Release, ReleaseMapping).auditedAs({ type: 'release', without: ['versionOrder'] });
export const artifactRows = aggregateRows(Artifact, ArtifactMapping).auditedAs({ type: 'artifact', without: ['manifest'] });
export const downloadTokenRows = aggregateRows(DownloadToken, DownloadTokenMapping).auditedAs({
  type: 'download_token',
  without: ['digest'],
});

export interface ReleasesTables {
  'releases.releases': InferKyselyTable<typeof ReleaseMapping>;
  'releases.artifacts': InferKyselyTable<typeof ArtifactMapping>;
  'releases.downloads': InferKyselyTable<typeof ReleaseDownloadMapping>;
  'releases.download_tokens': InferKyselyTable<typeof DownloadTokenMapping>;
  'releases.download_totals': InferKyselyTable<typeof DownloadTotalMapping>;
}
