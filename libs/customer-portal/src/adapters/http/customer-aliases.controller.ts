import { Controller, Delete, Get } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, RequireScope, type SellerPrincipal } from '#platform/auth';
import { Input, type InputOf, MANAGEMENT_NOT_PERMITTED, Responses } from '#platform/http';
import { RemoveAlias } from '../../commands/remove-alias.ts';
import { CustomerAliasesView } from '../../queries/customer-alias.view.ts';
import { ListAliases } from '../../queries/list-aliases.ts';
import { CUSTOMER_NOT_FOUND } from './customer-errors.ts';
import { OneAliasRequest, OneCustomerRequest } from './customers.dto.ts';

/** The addresses of customers that were merged, which stand for the customers that they were merged into. */
@ApiTags('customers')
@Controller('v1/customers/:id/aliases')
export class CustomerAliasesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @Responses({
    summary: 'List the aliases of a customer',
    description:
      'Returns the addresses of customers that were merged into this one. Purchases that name such an address, and no other customer, are of this ' +
      'customer. An alias stands for nobody while another customer, or a member, has the address. An extension.',
    ok: { status: 200, view: CustomerAliasesView },
    errors: { 404: CUSTOMER_NOT_FOUND },
  })
  @RequireScope(['customers:read', 'customers:write'])
  listAliases(
    @Input(OneCustomerRequest) { path }: InputOf<typeof OneCustomerRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<CustomerAliasesView> {
    return this.queries.execute(new ListAliases(caller.access('customers'), path.id));
  }

  @Delete(':merged_customer_id')
  @Responses({
    summary: 'Remove an alias of a customer',
    description:
      'The address no longer stands for the customer, and all sessions of the customer end. What was bought with it stays. Repeating the request ' +
      'has no further effect. An extension.',
    ok: { status: 204, view: null },
    errors: {
      403: MANAGEMENT_NOT_PERMITTED,
      404: [
        'ResourceNotFound',
        'The customer does not exist, the caller cannot access it, or the other one was not merged into it.',
      ],
    },
  })
  @RequireScope('customers:write')
  async removeAlias(
    @Input(OneAliasRequest) { path }: InputOf<typeof OneAliasRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<void> {
    await this.commands.execute(new RemoveAlias(caller.access('deletion of customers'), path.id, path.merged_customer_id));
  }
}
