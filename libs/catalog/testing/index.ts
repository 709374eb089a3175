export { aBenefit, BenefitBuilder } from './benefit.builder.ts';
export { InMemoryBenefits } from './in-memory-benefits.ts';
