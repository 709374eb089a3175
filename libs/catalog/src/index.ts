import type { Tables } from '#engine/persistence';
import * as migrations from '../migrations/index.ts';
import { BenefitMapping } from './adapters/persistence/benefit.mapping.ts';
import { CustomFieldMapping } from './adapters/persistence/custom-field.mapping.ts';
import { DownloadMapping, DownloadTotalMapping } from './adapters/persistence/download.mapping.ts';
import { FileMapping } from './adapters/persistence/file.mapping.ts';
import { PriceMapping, ProductMapping } from './adapters/persistence/product.mapping.ts';
import { catalogData } from './adapters/persistence/organization-data.ts';

export { mediaStoreIdIn, otherMediaStore, storedFiles } from './adapters/persistence/media-store-id.ts';
export { FolderMediaStore } from './adapters/storage/folder-media-store.ts';
export { openMediaStore } from './adapters/storage/open-media-store.ts';
export { S3MediaStore } from './adapters/storage/s3-media-store.ts';
export { CatalogModule } from './catalog.module.ts';
export { DeleteStaleFiles } from './commands/delete-stale-files.ts';
export { CompleteUpload } from './commands/complete-upload.ts';
export { CreateBenefit } from './commands/create-benefit.ts';
export { CreateFile } from './commands/create-file.ts';
export { CreateProduct } from './commands/create-product.ts';
export { SetProductBenefits } from './commands/set-product-benefits.ts';
export { UpdateProduct } from './commands/update-product.ts';
export { UploadPart } from './commands/upload-part.ts';

export const catalogTables: Tables = {
  entities: [
    BenefitMapping,
    ProductMapping,
    PriceMapping,
    CustomFieldMapping,
    FileMapping,
    DownloadMapping,
    DownloadTotalMapping,
  ],
  migrations: Object.values(migrations),
  placements: { 'catalog.benefits': 'every node' },
  ofOrganization: catalogData,
};
