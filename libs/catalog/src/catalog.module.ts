import { Module } from '@nestjs/common';
import { Config } from '#platform/config';
import { BenefitsController } from './adapters/http/benefits.controller.ts';
import { CustomFieldsController } from './adapters/http/custom-fields.controller.ts';
import { FilePartsController } from './adapters/http/file-parts.controller.ts';
import { FilesController } from './adapters/http/files.controller.ts';
import { MediaController } from './adapters/http/media.controller.ts';
import { ProductsController } from './adapters/http/products.controller.ts';
import { MikroOrmBenefits } from './adapters/persistence/benefits.repository.ts';
import { MikroOrmCustomFields } from './adapters/persistence/custom-fields.repository.ts';
import { MikroOrmMediaFiles } from './adapters/persistence/media-files.repository.ts';
import { MikroOrmParts } from './adapters/persistence/parts.repository.ts';
import { MikroOrmProducts } from './adapters/persistence/products.repository.ts';
import { FolderMediaStore } from './adapters/storage/folder-media-store.ts';
import { AnnounceFileHandler } from './commands/announce-file.ts';
import { ClearFilesHandler } from './commands/clear-files.ts';
import { CompleteUploadHandler } from './commands/complete-upload.ts';
import { CreateBenefitHandler } from './commands/create-benefit.ts';
import { CreateCustomFieldHandler } from './commands/create-custom-field.ts';
import { CreateProductHandler } from './commands/create-product.ts';
import { DeleteBenefitHandler } from './commands/delete-benefit.ts';
import { DeleteCustomFieldHandler } from './commands/delete-custom-field.ts';
import { DeleteFileHandler } from './commands/delete-file.ts';
import { DeleteProductHandler } from './commands/delete-product.ts';
import { OfferBenefitsHandler } from './commands/offer-benefits.ts';
import { SellProductHandler } from './commands/sell-product.ts';
import { UpdateBenefitHandler } from './commands/update-benefit.ts';
import { UpdateCustomFieldHandler } from './commands/update-custom-field.ts';
import { UpdateFileHandler } from './commands/update-file.ts';
import { UpdateProductHandler } from './commands/update-product.ts';
import { UploadPartHandler } from './commands/upload-part.ts';
import { Benefits } from './domain/benefits.ts';
import { CustomFields } from './domain/custom-fields.ts';
import { MediaFiles } from './domain/media-files.ts';
import { MediaStore } from './domain/media-store.ts';
import { Parts, Products } from './domain/products.ts';
import { Address } from './queries/address.ts';
import { CheckPartAddressHandler } from './queries/check-part-address.ts';
import { FindBenefitsHandler } from './queries/find-benefits.ts';
import { FindLicenseKeyBenefitsHandler } from './queries/find-license-key-benefits.ts';
import { FindMeterUsesHandler } from './queries/find-meter-uses.ts';
import { FindMediaHandler } from './queries/find-media.ts';
import { FindPriceViewsHandler, FindProductViewsHandler } from './queries/find-product-views.ts';
import { FindProductsHandler } from './queries/find-products.ts';
import { GetBenefitHandler } from './queries/get-benefit.ts';
import { GetCustomFieldHandler } from './queries/get-custom-field.ts';
import { GetFileHandler } from './queries/get-file.ts';
import { GetFileUploadHandler } from './queries/get-file-upload.ts';
import { GetProductHandler } from './queries/get-product.ts';
import { ListBenefitsHandler } from './queries/list-benefits.ts';
import { ListCustomFieldsHandler } from './queries/list-custom-fields.ts';
import { FindPublicProductsHandler } from './queries/find-public-products.ts';
import { ListFilesHandler } from './queries/list-files.ts';
import { ListProductsHandler } from './queries/list-products.ts';
import { PartAddresses } from './queries/part-addresses.ts';
import { ShownProducts } from './queries/shown-products.ts';
import { StoredMedia } from './queries/stored-media.ts';

const ports = [
  { provide: Benefits, useClass: MikroOrmBenefits },
  { provide: Products, useClass: MikroOrmProducts },
  { provide: CustomFields, useClass: MikroOrmCustomFields },
  { provide: Parts, useClass: MikroOrmParts },
  { provide: MediaFiles, useClass: MikroOrmMediaFiles },
  { provide: Address, useExisting: Config },
  {
    provide: FolderMediaStore,
    useFactory: ({ mediaFolder }: Config) => new FolderMediaStore(mediaFolder),
    inject: [Config],
  },
  { provide: MediaStore, useExisting: FolderMediaStore },
  { provide: StoredMedia, useExisting: FolderMediaStore },
];

const commands = [
  CreateBenefitHandler,
  UpdateBenefitHandler,
  DeleteBenefitHandler,
  CreateProductHandler,
  UpdateProductHandler,
  OfferBenefitsHandler,
  SellProductHandler,
  DeleteProductHandler,
  CreateCustomFieldHandler,
  UpdateCustomFieldHandler,
  DeleteCustomFieldHandler,
  AnnounceFileHandler,
  UploadPartHandler,
  CompleteUploadHandler,
  UpdateFileHandler,
  DeleteFileHandler,
  ClearFilesHandler,
];

const queries = [
  GetBenefitHandler,
  ListBenefitsHandler,
  FindBenefitsHandler,
  FindLicenseKeyBenefitsHandler,
  FindMeterUsesHandler,
  GetProductHandler,
  ListProductsHandler,
  FindProductsHandler,
  FindProductViewsHandler,
  FindPublicProductsHandler,
  FindPriceViewsHandler,
  ShownProducts,
  GetCustomFieldHandler,
  ListCustomFieldsHandler,
  PartAddresses,
  CheckPartAddressHandler,
  GetFileUploadHandler,
  GetFileHandler,
  ListFilesHandler,
  FindMediaHandler,
];

@Module({
  controllers: [
    BenefitsController,
    ProductsController,
    CustomFieldsController,
    FilesController,
    FilePartsController,
    MediaController,
  ],
  providers: [...ports, ...commands, ...queries],
})
export class CatalogModule {}
