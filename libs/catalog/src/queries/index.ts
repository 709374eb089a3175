export { ExportDownloadsHandler } from './export-downloads.ts';
export {
  FindBenefitsHandler,
  FindLicenseKeyBenefitsHandler,
  FindOfferedBenefitsHandler,
  FindTypedKeyFormatsHandler,
} from './find-benefits.ts';
export { FindDownloadHandler } from './find-download.ts';
export { FindFileToDownloadHandler } from './find-file-to-download.ts';
export { FindMediaHandler } from './find-media.ts';
export {
  FindMeterUsesHandler,
  FindProductsBySlugHandler,
  FindPricesHandler,
  FindProductsHandler,
  FindProductsWithBenefitHandler,
} from './find-products.ts';
export { FindProductViewsHandler, FindProductsInBriefHandler, FindPriceViewsHandler } from './find-product-views.ts';
export { FindPublicProductsHandler } from './find-public-products.ts';
export { GetBenefitHandler } from './get-benefit.ts';
export { GetCustomFieldHandler } from './get-custom-field.ts';
export { GetFileUploadHandler } from './get-file-upload.ts';
export { GetFileHandler } from './get-file.ts';
export { GetPortalOrganizationHandler } from './get-portal-organization.ts';
export { GetProductHandler } from './get-product.ts';
export { ListBenefitFilesHandler } from './list-benefit-files.ts';
export { ListBenefitsHandler } from './list-benefits.ts';
export { ListCustomFieldsHandler } from './list-custom-fields.ts';
export { ListDownloadablesHandler } from './list-downloadables.ts';
export { ListFilesHandler } from './list-files.ts';
export { ListProductsHandler } from './list-products.ts';
export { ProductLoader } from './product-loader.ts';
export { VerifyUploadUrlHandler } from './verify-upload-url.ts';
export { SearchProductsHandler } from './search-products.ts';
