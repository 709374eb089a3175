import type { Tables } from '#engine/persistence';
import * as migrations from '../migrations/index.ts';
import {
  ArtifactMapping,
  DownloadTokenMapping,
  ImageBlobMapping,
  DownloadTotalMapping,
  ReleaseDownloadMapping,
  ReleaseMapping,
  RepositoryKeyMapping,
} from './adapters/persistence/release.mapping.ts';
import { releasesData } from './adapters/persistence/organization-data.ts';

export { releasesSubscribers } from './adapters/messaging/subscribers.ts';
export { ReleaseDownloads } from './domain/release-downloads.ts';
export { ReleasesModule } from './releases.module.ts';

export const releasesTables: Tables = {
  entities: [
    ReleaseMapping,
    ArtifactMapping,
    ReleaseDownloadMapping,
    DownloadTotalMapping,
    DownloadTokenMapping,
    RepositoryKeyMapping,
    ImageBlobMapping,
  ],
  migrations: Object.values(migrations),
  secrets: [{ table: 'releases.repository_keys', primaryKey: ['organization_id'], columns: ['encrypted_private_key'] }],
  ofOrganization: releasesData,
};
