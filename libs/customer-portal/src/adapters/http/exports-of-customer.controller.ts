import { Controller, Get } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CustomerAccess } from '#kernel';
import { CurrentCaller, RequireScope, type SellerPrincipal } from '#platform/auth';
import { noteReadsMany, Input, type InputOf, Responses, StreamsLists } from '#platform/http';
import { CustomerExportView } from '../../queries/customer-export.view.ts';
import { type CustomerExport, ExportCustomer } from '../../queries/export-customer.ts';
import { GetCustomer } from '../../queries/get-customer.ts';
import { CUSTOMER_NOT_FOUND } from './customer-errors.ts';
import { OneCustomerRequest } from './customers.dto.ts';

/** What a customer exports in the portal, for sellers who were asked for it. */
@ApiTags('customers')
@Controller('v1/customers/:id/export')
export class ExportsOfCustomerController {
  constructor(private readonly queries: QueryBus) {}

  @Get()
  @StreamsLists()
  @Responses({
    summary: 'Export the data of a customer',
    description:
      'Returns all data that is stored about a customer: details, members, license keys with activations and increments, purchases and benefits, as the customer exports them in the portal. It needs the scope with which a session of the customer is opened, because that shows the same; for the role `support`, `orders` and `subscriptions` are empty. If the connection is closed before the end of the JSON, the export has failed. An extension.',
    ok: { status: 200, view: CustomerExportView },
    errors: { 404: CUSTOMER_NOT_FOUND },
  })
  @RequireScope('customer_sessions:write')
  async export(
    @Input(OneCustomerRequest) { path }: InputOf<typeof OneCustomerRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<CustomerExport> {
    noteReadsMany();
    const { id, organization_id } = await this.queries.execute(new GetCustomer(caller.access('customers'), path));
    const data = await this.queries.execute(new ExportCustomer(new CustomerAccess(organization_id, id, null)));
    return caller.access('sales').visible.includes(organization_id) ? data : { ...data, subscriptions: [], orders: [] };
  }
}
