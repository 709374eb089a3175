import { Module } from '@nestjs/common';
import { Config } from '#platform/config';
import { SignedUrls } from '#engine/secrets';
import { BenefitsController } from './adapters/http/benefits.controller.ts';
import { CustomFieldsController } from './adapters/http/custom-fields.controller.ts';
import { DownloadsController } from './adapters/http/downloads.controller.ts';
import { FilePartsController } from './adapters/http/file-parts.controller.ts';
import { FilesController } from './adapters/http/files.controller.ts';
import { MediaController } from './adapters/http/media.controller.ts';
import { PortalDownloadablesController } from './adapters/http/portal-downloadables.controller.ts';
import { PortalOrganizationsController } from './adapters/http/portal-organizations.controller.ts';
import { ProductsController } from './adapters/http/products.controller.ts';
import { MikroOrmBenefits } from './adapters/persistence/benefits.repository.ts';
import { MikroOrmCustomFields } from './adapters/persistence/custom-fields.repository.ts';
import { PgDownloads } from './adapters/persistence/downloads.repository.ts';
import { MikroOrmMediaFiles } from './adapters/persistence/media-files.repository.ts';
import { PgProductReferenceLookup } from './adapters/persistence/product-references.repository.ts';
import { MikroOrmProducts } from './adapters/persistence/products.repository.ts';
import { openMediaStore } from './adapters/storage/open-media-store.ts';
import { FileStorage } from './commands/file-storage.ts';
import { Benefits } from './domain/benefits.ts';
import { CustomFields } from './domain/custom-fields.ts';
import { Downloads } from './domain/downloads.ts';
import { MediaFiles } from './domain/media-files.ts';
import { MediaStore } from './domain/media-store.ts';
import { ProductReferenceLookup, Products } from './domain/products.ts';
import { MediaReader } from './queries/media-reader.ts';
import * as commands from './commands/index.ts';
import * as queries from './queries/index.ts';

const ports = [
  { provide: Benefits, useClass: MikroOrmBenefits },
  { provide: Products, useClass: MikroOrmProducts },
  { provide: CustomFields, useClass: MikroOrmCustomFields },
  { provide: ProductReferenceLookup, useClass: PgProductReferenceLookup },
  { provide: MediaFiles, useClass: MikroOrmMediaFiles },
  { provide: Downloads, useClass: PgDownloads },
  {
    provide: FileStorage,
    useFactory: ({ fileBytesPerOrganization }: Config): FileStorage => ({ bytesPerOrganization: fileBytesPerOrganization }),
    inject: [Config],
  },
  {
    provide: MediaStore,
    useFactory: (config: Config) => openMediaStore(config).store,
    inject: [Config],
  },
  { provide: MediaReader, useExisting: MediaStore },
];

@Module({
  controllers: [
    BenefitsController,
    ProductsController,
    CustomFieldsController,
    FilesController,
    FilePartsController,
    MediaController,
    PortalDownloadablesController,
    PortalOrganizationsController,
    DownloadsController,
  ],
  providers: [SignedUrls, ...ports, ...Object.values(commands), ...Object.values(queries)],
})
export class CatalogModule {}
