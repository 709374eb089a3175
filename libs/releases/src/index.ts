import type { Tables } from '#engine/persistence';
import * as migrations from '../migrations/index.ts';
import {
  ArtifactMapping,
  DownloadTotalMapping,
  ReleaseDownloadMapping,
  ReleaseMapping,
} from './adapters/persistence/release.mapping.ts';

export { ReleaseDownloads } from './domain/release-downloads.ts';
export { ReleasesModule } from './releases.module.ts';

export const releasesTables: Tables = {
  entities: [ReleaseMapping, ArtifactMapping, ReleaseDownloadMapping, DownloadTotalMapping],
  migrations: Object.values(migrations),
};
