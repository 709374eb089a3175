import { Module } from '@nestjs/common';
import { MikroOrmBenefits } from './adapters/persistence/benefits.repository.ts';
import { Benefits } from './domain/benefits.ts';
import { FindLicenseKeyBenefitsHandler } from './queries/find-license-key-benefits.ts';

@Module({
  providers: [{ provide: Benefits, useClass: MikroOrmBenefits }, FindLicenseKeyBenefitsHandler],
})
export class CatalogModule {}
