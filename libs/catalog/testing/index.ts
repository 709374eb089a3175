export { aBenefit, BenefitBuilder } from './benefit.builder.ts';
export { InMemoryBenefits } from './in-memory-benefits.ts';
export { InMemoryProducts } from './in-memory-products.ts';
export { aProduct, custom, fixed, ProductBuilder, seats } from './product.builder.ts';
export { aCustomField, CustomFieldBuilder } from './custom-field.builder.ts';
export { aFile, digest, MediaFileBuilder, png } from './media-file.builder.ts';
export { InMemoryMediaFiles } from './in-memory-media-files.ts';
export { InMemoryMediaStore } from './in-memory-media-store.ts';
