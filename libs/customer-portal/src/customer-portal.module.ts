import { Module } from '@nestjs/common';
import { MikroOrmCustomers } from './adapters/persistence/customers.repository.ts';
import { CreateCustomerHandler } from './commands/create-customer.ts';
import { Customers } from './domain/customers.ts';
import { FindCustomersHandler } from './queries/find-customers.ts';

@Module({
  providers: [{ provide: Customers, useClass: MikroOrmCustomers }, CreateCustomerHandler, FindCustomersHandler],
})
export class CustomerPortalModule {}
