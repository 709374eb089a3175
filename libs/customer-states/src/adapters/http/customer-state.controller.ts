import { Controller, Get } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, RequireScope, type Scope, type SellerPrincipal } from '#platform/auth';
import { defineRequest, Input, type InputOf, Responses, StreamsLists } from '#platform/http';
import { described, text, uuid4 } from '#platform/wire';
import { LOOKUP_TEXT } from '#support/texts';
import { CustomerStateView } from '../../queries/customer-state.view.ts';
import type { StreamedCustomerState } from '../../queries/customer-states.ts';
import { GetCustomerState } from '../../queries/get-customer-state.ts';

const READ = ['customers:read', 'customers:write'] as const satisfies readonly Scope[];

const ById = defineRequest({ path: { id: described(uuid4(), 'The ID of the customer.') } });
const ByExternalId = defineRequest({
  path: { external_id: described(text(LOOKUP_TEXT), 'The ID of the customer in your own system.') },
});

const description = 'Returns a customer with its current subscriptions, granted benefits and meters, in one request.';

@ApiTags('customers')
@Controller('v1/customers/:id/state')
export class CustomerStateController {
  constructor(private readonly queries: QueryBus) {}

  @Get()
  @StreamsLists()
  @RequireScope(READ)
  @Responses({
    summary: 'Get the state of a customer',
    description,
    ok: { status: 200, view: CustomerStateView },
    errors: { 404: ['ResourceNotFound', 'The customer does not exist, is deleted or belongs to another organization.'] },
  })
  getState(
    @Input(ById) { path: { id } }: InputOf<typeof ById>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<StreamedCustomerState> {
    return this.queries.execute(new GetCustomerState(caller.access('customers'), caller.access('sales'), { id }));
  }
}

@ApiTags('customers')
@Controller('v1/customers/external/:external_id/state')
export class ExternalCustomerStateController {
  constructor(private readonly queries: QueryBus) {}

  @Get()
  @StreamsLists()
  @RequireScope(READ)
  @Responses({
    summary: 'Get the state of a customer by external ID',
    description,
    ok: { status: 200, view: CustomerStateView },
    errors: {
      404: ['ResourceNotFound', 'No customer in the organizations of the caller has this external ID.'],
      409: [
        'AmbiguousExternalCustomerID',
        'Customers of several organizations of the caller have this external ID. Name one with `Polar-Organization`.',
      ],
    },
  })
  getState(
    @Input(ByExternalId) { path: { external_id: externalId } }: InputOf<typeof ByExternalId>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<StreamedCustomerState> {
    return this.queries.execute(new GetCustomerState(caller.access('customers'), caller.access('sales'), { externalId }));
  }
}
