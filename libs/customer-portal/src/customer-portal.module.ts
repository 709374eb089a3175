import { Module } from '@nestjs/common';
import { CustomersController } from './adapters/http/customers.controller.ts';
import { ExternalCustomersController } from './adapters/http/external-customers.controller.ts';
import { BecomeTeamWhenSeatsBought } from './adapters/messaging/become-team-when-seats-bought.ts';
import { TellOfStateWhenItChanges } from './adapters/messaging/tell-of-state-when-it-changes.ts';
import { MikroOrmCustomers } from './adapters/persistence/customers.repository.ts';
import { BecomeTeamHandler } from './commands/become-team.ts';
import { CreateCustomerHandler } from './commands/create-customer.ts';
import { DeleteCustomerHandler } from './commands/delete-customer.ts';
import { TellOfStateHandler } from './commands/tell-of-state.ts';
import { UpdateCustomerHandler } from './commands/update-customer.ts';
import { Customers } from './domain/customers.ts';
import { FindCustomersHandler } from './queries/find-customers.ts';
import { FindCustomersByExternalIdHandler } from './queries/find-customers-by-external-id.ts';
import { GetCustomerStateHandler } from './queries/get-customer-state.ts';
import { GetCustomerHandler } from './queries/get-customer.ts';
import { ListCustomersHandler } from './queries/list-customers.ts';

@Module({
  controllers: [CustomersController, ExternalCustomersController],
  providers: [
    { provide: Customers, useClass: MikroOrmCustomers },
    CreateCustomerHandler,
    UpdateCustomerHandler,
    DeleteCustomerHandler,
    BecomeTeamHandler,
    TellOfStateHandler,
    BecomeTeamWhenSeatsBought,
    TellOfStateWhenItChanges,
    FindCustomersHandler,
    FindCustomersByExternalIdHandler,
    GetCustomerHandler,
    GetCustomerStateHandler,
    ListCustomersHandler,
  ],
})
export class CustomerPortalModule {}
