import type { Tables } from '#platform/persistence';
import { Migration20261120_1300_Benefits } from '../migrations/migration-20261120-1300-benefits.ts';
import { Migration20261120_1400_Products } from '../migrations/migration-20261120-1400-products.ts';
import { Migration20261120_1410_CustomFields } from '../migrations/migration-20261120-1410-custom-fields.ts';
import { Migration20261120_1420_Files } from '../migrations/migration-20261120-1420-files.ts';
import { Migration20261121_0900_FilePaths } from '../migrations/migration-20261121-0900-file-paths.ts';
import { Migration20261121_0910_Metered } from '../migrations/migration-20261121-0910-metered.ts';
import { Migration20261121_0920_ProductMarks } from '../migrations/migration-20261121-0920-product-marks.ts';
import { Migration20261122_1200_ProductCounters } from '../migrations/migration-20261122-1200-product-counters.ts';
import { Migration20261122_1930_KeptBenefits } from '../migrations/migration-20261122-1930-kept-benefits.ts';
import { Migration20261123_0400_OfflinePolicies } from '../migrations/migration-20261123-0400-offline-policies.ts';
import { Migration20261123_1210_TypedKeyFormats } from '../migrations/migration-20261123-1210-typed-key-formats.ts';
import { Migration20261123_1500_Downloads } from '../migrations/migration-20261123-1500-downloads.ts';
import { Migration20261124_0501_DownloadsOfCustomers } from '../migrations/migration-20261124-0501-downloads-of-customers.ts';
import { BenefitMapping } from './adapters/persistence/benefit.mapping.ts';
import { CustomFieldMapping } from './adapters/persistence/custom-field.mapping.ts';
import { DownloadMapping, DownloadTotalMapping } from './adapters/persistence/download.mapping.ts';
import { FileMapping } from './adapters/persistence/file.mapping.ts';
import { PriceMapping, ProductMapping } from './adapters/persistence/product.mapping.ts';

export { CatalogModule } from './catalog.module.ts';
export { DeleteStaleFiles } from './commands/delete-stale-files.ts';
export { CompleteUpload } from './commands/complete-upload.ts';
export { CreateBenefit } from './commands/create-benefit.ts';
export { CreateCustomField } from './commands/create-custom-field.ts';
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
  migrations: [
    Migration20261120_1300_Benefits,
    Migration20261120_1400_Products,
    Migration20261120_1410_CustomFields,
    Migration20261120_1420_Files,
    Migration20261121_0900_FilePaths,
    Migration20261121_0910_Metered,
    Migration20261121_0920_ProductMarks,
    Migration20261122_1200_ProductCounters,
    Migration20261122_1930_KeptBenefits,
    Migration20261123_0400_OfflinePolicies,
    Migration20261123_1210_TypedKeyFormats,
    Migration20261123_1500_Downloads,
    Migration20261124_0501_DownloadsOfCustomers,
  ],
};
