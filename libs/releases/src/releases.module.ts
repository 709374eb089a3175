import { Module } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ArtifactsController } from './adapters/http/artifacts.controller.ts';
import { PackageEnginesController } from './adapters/http/package-engines.controller.ts';
import { ReleaseOffersController } from './adapters/http/release-offers.controller.ts';
import { ReleasesController } from './adapters/http/releases.controller.ts';
import { UpdaterEnginesController } from './adapters/http/updater-engines.controller.ts';
import { MikroOrmArtifacts } from './adapters/persistence/artifacts.repository.ts';
import { PgPublishedReleases } from './adapters/persistence/published-releases.repository.ts';
import { PgReleaseDownloads } from './adapters/persistence/release-downloads.repository.ts';
import { MikroOrmReleases } from './adapters/persistence/releases.repository.ts';
import { ReleasesOfKeys } from './commands/licensed-releases.ts';
import { Artifacts } from './domain/artifacts.ts';
import { PublishedReleases } from './domain/published-releases.ts';
import { ReleaseDownloads } from './domain/release-downloads.ts';
import { Releases } from './domain/releases.ts';
import * as commands from './commands/index.ts';
import * as queries from './queries/index.ts';

const ports = [
  { provide: Releases, useClass: MikroOrmReleases },
  { provide: Artifacts, useClass: MikroOrmArtifacts },
  { provide: PublishedReleases, useClass: PgPublishedReleases },
  { provide: ReleaseDownloads, useClass: PgReleaseDownloads },
  {
    provide: ReleasesOfKeys,
    useFactory: (...needs: ConstructorParameters<typeof ReleasesOfKeys>) => new ReleasesOfKeys(...needs),
    inject: [PublishedReleases, CommandBus, QueryBus],
  },
];

@Module({
  controllers: [
    ReleaseOffersController,
    ReleasesController,
    ArtifactsController,
    PackageEnginesController,
    UpdaterEnginesController,
  ],
  providers: [...ports, ...Object.values(commands), ...Object.values(queries)],
})
export class ReleasesModule {}
