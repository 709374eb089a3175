import { Module } from '@nestjs/common';
import { Config } from '#platform/config';
import { BenefitsController } from './adapters/http/benefits.controller.ts';
import { CustomFieldsController } from './adapters/http/custom-fields.controller.ts';
import { ProductsController } from './adapters/http/products.controller.ts';
import { MikroOrmBenefits } from './adapters/persistence/benefits.repository.ts';
import { MikroOrmCustomFields } from './adapters/persistence/custom-fields.repository.ts';
import { MikroOrmParts } from './adapters/persistence/parts.repository.ts';
import { MikroOrmProducts } from './adapters/persistence/products.repository.ts';
import { CreateBenefitHandler } from './commands/create-benefit.ts';
import { CreateCustomFieldHandler } from './commands/create-custom-field.ts';
import { CreateProductHandler } from './commands/create-product.ts';
import { DeleteBenefitHandler } from './commands/delete-benefit.ts';
import { DeleteCustomFieldHandler } from './commands/delete-custom-field.ts';
import { DeleteProductHandler } from './commands/delete-product.ts';
import { OfferBenefitsHandler } from './commands/offer-benefits.ts';
import { SellProductHandler } from './commands/sell-product.ts';
import { UpdateBenefitHandler } from './commands/update-benefit.ts';
import { UpdateCustomFieldHandler } from './commands/update-custom-field.ts';
import { UpdateProductHandler } from './commands/update-product.ts';
import { Benefits } from './domain/benefits.ts';
import { CustomFields } from './domain/custom-fields.ts';
import { Parts, Products } from './domain/products.ts';
import { Address } from './queries/address.ts';
import { FindBenefitsHandler } from './queries/find-benefits.ts';
import { FindLicenseKeyBenefitsHandler } from './queries/find-license-key-benefits.ts';
import { FindMeterUsesHandler } from './queries/find-meter-uses.ts';
import { FindPriceViewsHandler, FindProductViewsHandler } from './queries/find-product-views.ts';
import { FindProductsHandler } from './queries/find-products.ts';
import { GetBenefitHandler } from './queries/get-benefit.ts';
import { GetCustomFieldHandler } from './queries/get-custom-field.ts';
import { GetProductHandler } from './queries/get-product.ts';
import { ListBenefitsHandler } from './queries/list-benefits.ts';
import { ListCustomFieldsHandler } from './queries/list-custom-fields.ts';
import { ListProductsHandler } from './queries/list-products.ts';
import { ShownProducts } from './queries/shown-products.ts';

const ports = [
  { provide: Benefits, useClass: MikroOrmBenefits },
  { provide: Products, useClass: MikroOrmProducts },
  { provide: CustomFields, useClass: MikroOrmCustomFields },
  { provide: Parts, useClass: MikroOrmParts },
  { provide: Address, useExisting: Config },
];

const commands = [
  CreateBenefitHandler,
  UpdateBenefitHandler,
  DeleteBenefitHandler,
  CreateProductHandler,
  UpdateProductHandler,
  OfferBenefitsHandler,
  SellProductHandler,
  DeleteProductHandler,
  CreateCustomFieldHandler,
  UpdateCustomFieldHandler,
  DeleteCustomFieldHandler,
];

const queries = [
  GetBenefitHandler,
  ListBenefitsHandler,
  FindBenefitsHandler,
  FindLicenseKeyBenefitsHandler,
  FindMeterUsesHandler,
  GetProductHandler,
  ListProductsHandler,
  FindProductsHandler,
  FindProductViewsHandler,
  FindPriceViewsHandler,
  ShownProducts,
  GetCustomFieldHandler,
  ListCustomFieldsHandler,
];

@Module({
  controllers: [BenefitsController, ProductsController, CustomFieldsController],
  providers: [...ports, ...commands, ...queries],
})
export class CatalogModule {}
