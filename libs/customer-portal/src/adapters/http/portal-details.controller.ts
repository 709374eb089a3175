import { Controller, Get, Patch } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, type PortalPrincipal, RequireCustomer } from '#platform/auth';
import { Responses, Input, type InputOf } from '#platform/http';
import { ChangeOwnDetails } from '../../commands/change-own-details.ts';
import { CustomerExportView } from '../../queries/customer-export.view.ts';
import { PortalCustomerView } from '../../queries/customer.view.ts';
import { ExportCustomer } from '../../queries/export-customer.ts';
import { GetOwnDetails } from '../../queries/get-own-details.ts';
import { ChangeOwnDetailsRequest, ownChangesFrom } from './portal-details.dto.ts';

/** What a customer sees and changes of itself. */
@ApiTags('customer_portal')
@Controller('v1/customer-portal/customers/me')
export class PortalDetailsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @Responses({ summary: 'Get the authenticated customer', ok: { status: 200, view: PortalCustomerView } })
  @RequireCustomer()
  get(@CurrentCaller() caller: PortalPrincipal): Promise<PortalCustomerView> {
    return this.queries.execute(new GetOwnDetails(caller.access));
  }

  @Get('export')
  @Responses({
    summary: 'Export the data of the authenticated customer',
    description: 'Everything that is kept, as far as the session may see it: details, members, keys with devices, purchases.',
    ok: { status: 200, view: CustomerExportView },
  })
  @RequireCustomer()
  export(@CurrentCaller() caller: PortalPrincipal): Promise<CustomerExportView> {
    return this.queries.execute(new ExportCustomer(caller.access));
  }

  @Patch()
  @Responses({
    summary: 'Update the authenticated customer',
    description:
      'All or nothing. `billing_address` is replaced as a whole. `tax_id` has to be a number of the country of the address, ' +
      'and is looked at anew when that changes; blank takes it away. Members have to be owners or billing managers.',
    ok: { status: 200, view: PortalCustomerView },
    errors: { 403: ['NotPermitted', 'The role of the member does not allow it'] },
  })
  @RequireCustomer({ leading: true })
  async update(
    @Input(ChangeOwnDetailsRequest) { body }: InputOf<typeof ChangeOwnDetailsRequest>,
    @CurrentCaller() caller: PortalPrincipal,
  ): Promise<PortalCustomerView> {
    await this.commands.execute(new ChangeOwnDetails(caller.access, ownChangesFrom(body)));
    return this.queries.execute(new GetOwnDetails(caller.access));
  }
}
