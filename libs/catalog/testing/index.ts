export { aBenefit, BenefitBuilder } from './benefit.builder.ts';
export { InMemoryBenefits } from './in-memory-benefits.ts';
export { InMemoryProducts } from './in-memory-products.ts';
export { aProduct, custom, fixed, ProductBuilder, seats } from './product.builder.ts';
export { aCustomField, CustomFieldBuilder } from './custom-field.builder.ts';
export { InMemoryCustomFields } from './in-memory-custom-fields.ts';
