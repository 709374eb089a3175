import { Module } from '@nestjs/common';
import { CustomersController } from './adapters/http/customers.controller.ts';
import { ExternalCustomersController } from './adapters/http/external-customers.controller.ts';
import { BecomeTeamWhenSeatsBought } from './adapters/messaging/become-team-when-seats-bought.ts';
import { NoteFirstUseWhenUsageStarted } from './adapters/messaging/note-first-use-when-usage-started.ts';
import { MikroOrmCustomers } from './adapters/persistence/customers.repository.ts';
import { BecomeTeamHandler } from './commands/become-team.ts';
import { CreateCustomerHandler } from './commands/create-customer.ts';
import { DeleteCustomerHandler } from './commands/delete-customer.ts';
import { NoteFirstUseHandler } from './commands/note-first-use.ts';
import { UpdateCustomerHandler } from './commands/update-customer.ts';
import { Customers } from './domain/customers.ts';
import { FindCustomersHandler } from './queries/find-customers.ts';
import { FindCustomersByExternalIdHandler } from './queries/find-customers-by-external-id.ts';
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
    BecomeTeamWhenSeatsBought,
    NoteFirstUseHandler,
    NoteFirstUseWhenUsageStarted,
    FindCustomersHandler,
    FindCustomersByExternalIdHandler,
    GetCustomerHandler,
    ListCustomersHandler,
  ],
})
export class CustomerPortalModule {}
