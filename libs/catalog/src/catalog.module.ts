import { Module } from '@nestjs/common';
import { MikroOrmBenefits } from './adapters/persistence/benefits.repository.ts';
import { CreateBenefitHandler } from './commands/create-benefit.ts';
import { DeleteBenefitHandler } from './commands/delete-benefit.ts';
import { UpdateBenefitHandler } from './commands/update-benefit.ts';
import { Benefits } from './domain/benefits.ts';
import { FindLicenseKeyBenefitsHandler } from './queries/find-license-key-benefits.ts';

@Module({
  providers: [
    { provide: Benefits, useClass: MikroOrmBenefits },
    CreateBenefitHandler,
    UpdateBenefitHandler,
    DeleteBenefitHandler,
    FindLicenseKeyBenefitsHandler,
  ],
})
export class CatalogModule {}
