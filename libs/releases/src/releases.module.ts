import { Module } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { SignedUrls } from '#engine/secrets';
import { Sandboxes } from '#platform/http';
import { ArtifactsController } from './adapters/http/artifacts.controller.ts';
import { DownloadTokensController } from './adapters/http/download-tokens.controller.ts';
import { OwnDownloadTokensController } from './adapters/http/own-download-tokens.controller.ts';
import { DebianRepositoryController } from './adapters/http/debian-repository.controller.ts';
import { ImageRegistryController } from './adapters/http/image-registry.controller.ts';
import { PackageEnginesController } from './adapters/http/package-engines.controller.ts';
import { PortalReleasesController } from './adapters/http/portal-releases.controller.ts';
import { ReleaseDownloadsController } from './adapters/http/release-downloads.controller.ts';
import { ReleaseOffersController } from './adapters/http/release-offers.controller.ts';
import { ReleasesController } from './adapters/http/releases.controller.ts';
import { UpdaterEnginesController } from './adapters/http/updater-engines.controller.ts';
import { MikroOrmArtifacts } from './adapters/persistence/artifacts.repository.ts';
import { MikroOrmDownloadTokens } from './adapters/persistence/download-tokens.repository.ts';
import { PgPublishedReleases } from './adapters/persistence/published-releases.repository.ts';
import { KeyedDownloadUrls } from './adapters/persistence/keyed-download-urls.ts';
import { PgReleaseDownloads } from './adapters/persistence/release-downloads.repository.ts';
import { MikroOrmReleases } from './adapters/persistence/releases.repository.ts';
import { Tokens } from '#support/credentials';
import { SignedDebianRepositories } from './adapters/packages/signed-debian-repositories.ts';
import { UploadedPackages } from './adapters/packages/uploaded-packages.ts';
import { PgRepositoryKeys } from './adapters/persistence/repository-keys.repository.ts';
import { PresentedTo, ReleasesOfKeys } from './commands/licensed-releases.ts';
import { Artifacts } from './domain/artifacts.ts';
import { DownloadTokens } from './domain/download-tokens.ts';
import { DebianRepositories } from './domain/debian-repositories.ts';
import { PackageReader } from './domain/package-reader.ts';
import { PublishedReleases } from './domain/published-releases.ts';
import { DownloadUrls } from './domain/download-urls.ts';
import { ReleaseDownloads } from './domain/release-downloads.ts';
import { RepositoryKeys } from './domain/repository-keys.ts';
import { Releases } from './domain/releases.ts';
import * as commands from './commands/index.ts';
import * as queries from './queries/index.ts';

const ports = [
  { provide: Releases, useClass: MikroOrmReleases },
  { provide: Artifacts, useClass: MikroOrmArtifacts },
  { provide: PublishedReleases, useClass: PgPublishedReleases },
  { provide: DownloadTokens, useClass: MikroOrmDownloadTokens },
  { provide: ReleaseDownloads, useClass: PgReleaseDownloads },
  { provide: DownloadUrls, useClass: KeyedDownloadUrls },
  { provide: PackageReader, useClass: UploadedPackages },
  { provide: RepositoryKeys, useClass: PgRepositoryKeys },
  { provide: DebianRepositories, useClass: SignedDebianRepositories },
  { provide: PresentedTo, useExisting: Sandboxes },
  {
    provide: ReleasesOfKeys,
    useFactory: (...needs: ConstructorParameters<typeof ReleasesOfKeys>) => new ReleasesOfKeys(...needs),
    inject: [PublishedReleases, DownloadTokens, Tokens, CommandBus, QueryBus, PresentedTo],
  },
];

@Module({
  controllers: [
    ReleaseOffersController,
    ReleasesController,
    ArtifactsController,
    DownloadTokensController,
    OwnDownloadTokensController,
    PackageEnginesController,
    PortalReleasesController,
    ReleaseDownloadsController,
    UpdaterEnginesController,
    DebianRepositoryController,
    ImageRegistryController,
  ],
  providers: [SignedUrls, ...ports, ...Object.values(commands), ...Object.values(queries)],
})
export class ReleasesModule {}
