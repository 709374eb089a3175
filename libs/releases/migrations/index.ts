export { Migration20261205_0400_Releases } from './migration-20261205-0400-releases.ts';
export { Migration20261206_0100_DownloadTokens } from './migration-20261206-0100-download-tokens.ts';
export { Migration20261206_0200_PackageRegistries } from './migration-20261206-0200-package-registries.ts';
export { Migration20261206_0301_DownloadsByTime } from './migration-20261206-0301-downloads-by-time.ts';
export { Migration20261207_0102_ReleasesByOrder } from './migration-20261207-0102-releases-by-order.ts';
export { Migration20261207_0103_ArtifactsByDigest } from './migration-20261207-0103-artifacts-by-digest.ts';
