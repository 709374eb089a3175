export { aBenefit } from './benefit.builder.ts';
export { InMemoryBenefits } from './in-memory-benefits.ts';
export { InMemoryProducts } from './in-memory-products.ts';
export { aProduct } from './product.builder.ts';
export { aFile, digest, png } from './media-file.builder.ts';
export { InMemoryMediaFiles } from './in-memory-media-files.ts';
export { InMemoryMediaStore } from './in-memory-media-store.ts';
