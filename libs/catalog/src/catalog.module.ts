import { Module } from '@nestjs/common';
import { Config } from '#platform/config';
import { BenefitsController } from './adapters/http/benefits.controller.ts';
import { CustomFieldsController } from './adapters/http/custom-fields.controller.ts';
import { DownloadsController } from './adapters/http/downloads.controller.ts';
import { FilePartsController } from './adapters/http/file-parts.controller.ts';
import { FilesController } from './adapters/http/files.controller.ts';
import { MediaController } from './adapters/http/media.controller.ts';
import { PortalDownloadablesController } from './adapters/http/portal-downloadables.controller.ts';
import { ProductsController } from './adapters/http/products.controller.ts';
import { MikroOrmBenefits } from './adapters/persistence/benefits.repository.ts';
import { MikroOrmCustomFields } from './adapters/persistence/custom-fields.repository.ts';
import { PgDownloads } from './adapters/persistence/downloads.repository.ts';
import { MikroOrmMediaFiles } from './adapters/persistence/media-files.repository.ts';
import { PgProductReferenceLookup } from './adapters/persistence/product-references.repository.ts';
import { MikroOrmProducts } from './adapters/persistence/products.repository.ts';
import { FolderMediaStore } from './adapters/storage/folder-media-store.ts';
import { CreateFileHandler } from './commands/create-file.ts';
import { FileStorage } from './commands/file-storage.ts';
import { DeleteStaleFilesHandler } from './commands/delete-stale-files.ts';
import { CompleteUploadHandler } from './commands/complete-upload.ts';
import { CreateBenefitHandler } from './commands/create-benefit.ts';
import { CreateCustomFieldHandler } from './commands/create-custom-field.ts';
import { CreateProductHandler } from './commands/create-product.ts';
import { DeleteBenefitHandler } from './commands/delete-benefit.ts';
import { DeleteCustomFieldHandler } from './commands/delete-custom-field.ts';
import { DeleteFileHandler } from './commands/delete-file.ts';
import { DeleteProductHandler } from './commands/delete-product.ts';
import { SetProductBenefitsHandler } from './commands/set-product-benefits.ts';
import { MarkProductSoldHandler } from './commands/mark-product-sold.ts';
import { RecordDownloadHandler } from './commands/record-download.ts';
import { UpdateBenefitHandler } from './commands/update-benefit.ts';
import { UpdateCustomFieldHandler } from './commands/update-custom-field.ts';
import { UpdateFileHandler } from './commands/update-file.ts';
import { UpdateProductHandler } from './commands/update-product.ts';
import { UploadPartHandler } from './commands/upload-part.ts';
import { Benefits } from './domain/benefits.ts';
import { CustomFields } from './domain/custom-fields.ts';
import { Downloads } from './domain/downloads.ts';
import { MediaFiles } from './domain/media-files.ts';
import { MediaStore } from './domain/media-store.ts';
import { ProductReferenceLookup, Products } from './domain/products.ts';
import { BaseUrl } from './queries/base-url.ts';
import { VerifyUploadUrlHandler } from './queries/verify-upload-url.ts';
import { FindBenefitsHandler } from './queries/find-benefits.ts';
import { FindDownloadHandler } from './queries/find-download.ts';
import { FindLicenseKeyBenefitsHandler } from './queries/find-license-key-benefits.ts';
import { FindTypedKeyFormatsHandler } from './queries/find-typed-key-formats.ts';
import { FindMeterUsesHandler } from './queries/find-meter-uses.ts';
import { FindMediaHandler } from './queries/find-media.ts';
import { FindPriceViewsHandler, FindProductsInBriefHandler, FindProductViewsHandler } from './queries/find-product-views.ts';
import { FindProductsHandler } from './queries/find-products.ts';
import { FindProductsBySlugHandler } from './queries/find-products-by-slug.ts';
import { GetBenefitHandler } from './queries/get-benefit.ts';
import { GetCustomFieldHandler } from './queries/get-custom-field.ts';
import { GetFileHandler } from './queries/get-file.ts';
import { GetFileUploadHandler } from './queries/get-file-upload.ts';
import { GetProductHandler } from './queries/get-product.ts';
import { ListBenefitFilesHandler } from './queries/list-benefit-files.ts';
import { ListBenefitsHandler } from './queries/list-benefits.ts';
import { ListCustomFieldsHandler } from './queries/list-custom-fields.ts';
import { ExportDownloadsHandler } from './queries/export-downloads.ts';
import { FindPublicProductsHandler } from './queries/find-public-products.ts';
import { ListDownloadablesHandler } from './queries/list-downloadables.ts';
import { ListFilesHandler } from './queries/list-files.ts';
import { ListProductsHandler } from './queries/list-products.ts';
import { SignedUrls } from './queries/signed-urls.ts';
import { ProductLoader } from './queries/product-loader.ts';
import { MediaReader } from './queries/media-reader.ts';

const ports = [
  { provide: Benefits, useClass: MikroOrmBenefits },
  { provide: Products, useClass: MikroOrmProducts },
  { provide: CustomFields, useClass: MikroOrmCustomFields },
  { provide: ProductReferenceLookup, useClass: PgProductReferenceLookup },
  { provide: MediaFiles, useClass: MikroOrmMediaFiles },
  { provide: Downloads, useClass: PgDownloads },
  { provide: BaseUrl, useExisting: Config },
  {
    provide: FileStorage,
    useFactory: ({ fileBytesPerOrganization }: Config): FileStorage => ({ bytesPerOrganization: fileBytesPerOrganization }),
    inject: [Config],
  },
  {
    provide: FolderMediaStore,
    useFactory: ({ mediaFolder }: Config) => new FolderMediaStore(mediaFolder),
    inject: [Config],
  },
  { provide: MediaStore, useExisting: FolderMediaStore },
  { provide: MediaReader, useExisting: FolderMediaStore },
];

const commands = [
  CreateBenefitHandler,
  UpdateBenefitHandler,
  DeleteBenefitHandler,
  CreateProductHandler,
  UpdateProductHandler,
  SetProductBenefitsHandler,
  MarkProductSoldHandler,
  DeleteProductHandler,
  CreateCustomFieldHandler,
  UpdateCustomFieldHandler,
  DeleteCustomFieldHandler,
  CreateFileHandler,
  UploadPartHandler,
  CompleteUploadHandler,
  UpdateFileHandler,
  DeleteFileHandler,
  DeleteStaleFilesHandler,
  RecordDownloadHandler,
];

const queries = [
  GetBenefitHandler,
  ListBenefitsHandler,
  FindBenefitsHandler,
  FindLicenseKeyBenefitsHandler,
  FindTypedKeyFormatsHandler,
  FindMeterUsesHandler,
  GetProductHandler,
  ListProductsHandler,
  FindProductsHandler,
  FindProductsBySlugHandler,
  FindProductViewsHandler,
  FindProductsInBriefHandler,
  FindPublicProductsHandler,
  FindPriceViewsHandler,
  ProductLoader,
  GetCustomFieldHandler,
  ListCustomFieldsHandler,
  SignedUrls,
  VerifyUploadUrlHandler,
  GetFileUploadHandler,
  GetFileHandler,
  ListFilesHandler,
  FindMediaHandler,
  ListBenefitFilesHandler,
  ListDownloadablesHandler,
  ExportDownloadsHandler,
  FindDownloadHandler,
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
    DownloadsController,
  ],
  providers: [...ports, ...commands, ...queries],
})
export class CatalogModule {}
