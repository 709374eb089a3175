import { Module } from '@nestjs/common';
import { BenefitsController } from './adapters/http/benefits.controller.ts';
import { MikroOrmBenefits } from './adapters/persistence/benefits.repository.ts';
import { CreateBenefitHandler } from './commands/create-benefit.ts';
import { DeleteBenefitHandler } from './commands/delete-benefit.ts';
import { UpdateBenefitHandler } from './commands/update-benefit.ts';
import { Benefits } from './domain/benefits.ts';
import { FindBenefitsHandler } from './queries/find-benefits.ts';
import { FindLicenseKeyBenefitsHandler } from './queries/find-license-key-benefits.ts';
import { GetBenefitHandler } from './queries/get-benefit.ts';
import { ListBenefitsHandler } from './queries/list-benefits.ts';

@Module({
  controllers: [BenefitsController],
  providers: [
    { provide: Benefits, useClass: MikroOrmBenefits },
    CreateBenefitHandler,
    UpdateBenefitHandler,
    DeleteBenefitHandler,
    GetBenefitHandler,
    ListBenefitsHandler,
    FindBenefitsHandler,
    FindLicenseKeyBenefitsHandler,
  ],
})
export class CatalogModule {}
