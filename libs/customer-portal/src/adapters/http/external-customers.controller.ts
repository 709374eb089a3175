import { Controller, Delete, Get, Patch } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { type SellerPrincipal, CurrentCaller, RequireScope } from '#platform/auth';
import { Responses, Input, type InputOf, MANAGEMENT_NOT_PERMITTED, StreamsLists } from '#platform/http';
import { DeleteCustomer } from '../../commands/delete-customer.ts';
import { UpdateCustomer } from '../../commands/update-customer.ts';
import { CustomerView } from '../../queries/customer.view.ts';
import { CustomerStateView } from '../../queries/customer-state.view.ts';
import { GetCustomer } from '../../queries/get-customer.ts';
import type { StreamedCustomerState } from '../../queries/customer-states.ts';
import { GetCustomerState } from '../../queries/get-customer-state.ts';
import { EXTERNAL_ID_AMBIGUOUS, EXTERNAL_ID_NOT_FOUND } from './customer-errors.ts';
import {
  DeleteExternalCustomerRequest,
  detailsOf,
  OneExternalCustomerRequest,
  UpdateExternalCustomerRequest,
} from './customers.dto.ts';

/** Customers by their external ID. */
@ApiTags('customers')
@Controller('v1/customers/external')
export class ExternalCustomersController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get(':external_id')
  @Responses({
    summary: 'Get a customer by external ID',
    description: 'Returns the customer with this ID in your own system. Deleted customers are not found.',
    ok: { status: 200, view: CustomerView },
    errors: { 404: EXTERNAL_ID_NOT_FOUND, 409: EXTERNAL_ID_AMBIGUOUS },
  })
  @RequireScope(['customers:read', 'customers:write'])
  get(
    @Input(OneExternalCustomerRequest) { path }: InputOf<typeof OneExternalCustomerRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<CustomerView> {
    return this.find(caller, path.external_id);
  }

  @Get(':external_id/state')
  @StreamsLists()
  @Responses({
    summary: 'Get the state of a customer by external ID',
    description: 'Returns a customer with its current subscriptions, granted benefits and meters, in one request.',
    ok: { status: 200, view: CustomerStateView },
    errors: { 404: EXTERNAL_ID_NOT_FOUND, 409: EXTERNAL_ID_AMBIGUOUS },
  })
  @RequireScope(['customers:read', 'customers:write'])
  getState(
    @Input(OneExternalCustomerRequest) { path }: InputOf<typeof OneExternalCustomerRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<StreamedCustomerState> {
    return this.queries.execute(
      new GetCustomerState(caller.access('customers'), caller.access('sales'), { externalId: path.external_id }),
    );
  }

  @Patch(':external_id')
  @Responses({
    summary: 'Update a customer by external ID',
    description:
      'Changes the fields that are sent. `metadata` and `billing_address` are replaced as a whole. A changed `email` has to be verified again. The external ID and the type cannot be changed here. Publishes `customer.updated`.',
    ok: { status: 200, view: CustomerView },
    errors: { 403: MANAGEMENT_NOT_PERMITTED, 404: EXTERNAL_ID_NOT_FOUND, 409: EXTERNAL_ID_AMBIGUOUS },
  })
  @RequireScope('customers:write')
  async update(
    @Input(UpdateExternalCustomerRequest) { path, body }: InputOf<typeof UpdateExternalCustomerRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<CustomerView> {
    const { id } = await this.find(caller, path.external_id);
    await this.commands.execute(new UpdateCustomer(caller.access('customers'), id, detailsOf(body)));
    return this.queries.execute(new GetCustomer(caller.access('customers'), { id }));
  }

  @Delete(':external_id')
  @Responses({
    summary: 'Delete a customer by external ID',
    description:
      'Deletes a customer: subscriptions end, benefits and license keys are revoked, and sessions end. The e-mail address and the external ID can be used again. `anonymize=true` also removes personal data. Publishes `customer.deleted`.',
    ok: { status: 204, view: null },
    errors: { 403: MANAGEMENT_NOT_PERMITTED, 404: EXTERNAL_ID_NOT_FOUND, 409: EXTERNAL_ID_AMBIGUOUS },
  })
  @RequireScope('customers:write')
  async delete(
    @Input(DeleteExternalCustomerRequest) { path, query }: InputOf<typeof DeleteExternalCustomerRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<void> {
    const { id } = await this.find(caller, path.external_id);
    await this.commands.execute(new DeleteCustomer(caller.access('deletion of customers'), id, query.anonymize));
  }

  private find(caller: SellerPrincipal, externalId: string): Promise<CustomerView> {
    return this.queries.execute(new GetCustomer(caller.access('customers'), { externalId }));
  }
}
