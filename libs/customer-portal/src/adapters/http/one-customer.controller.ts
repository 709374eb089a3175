import { Controller, Delete, Get, Patch } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { type SellerPrincipal, CurrentCaller, RequireScope } from '#platform/auth';
import { Responses, Input, type InputOf, MANAGEMENT_NOT_PERMITTED } from '#platform/http';
import { DeleteCustomer } from '../../commands/delete-customer.ts';
import { UpdateCustomer } from '../../commands/update-customer.ts';
import { CustomerView } from '../../queries/customer.view.ts';
import { GetCustomer } from '../../queries/get-customer.ts';
import { BY_EXTERNAL_ID, BY_ID, customerIn } from './customer-naming.ts';
import {
  DeleteCustomerRequest,
  DeleteExternalCustomerRequest,
  detailsOf,
  OneCustomerRequest,
  OneExternalCustomerRequest,
  UpdateCustomerRequest,
  UpdateExternalCustomerRequest,
} from './customers.dto.ts';

interface Naming {
  readonly path: string;
  readonly customer: typeof BY_ID | typeof BY_EXTERNAL_ID;
  readonly requests: {
    readonly one: typeof OneCustomerRequest | typeof OneExternalCustomerRequest;
    readonly update: typeof UpdateCustomerRequest | typeof UpdateExternalCustomerRequest;
    readonly delete: typeof DeleteCustomerRequest | typeof DeleteExternalCustomerRequest;
  };
  /** What becomes of the external ID and the type in an update. */
  readonly fixed: string;
}

type CustomerPath = InputOf<Naming['requests']['one']>['path'];

/** One customer. The path names it by its ID or by its external ID. */
function customerController({ path: prefix, customer: { suffix, errors }, requests, fixed }: Naming) {
  @ApiTags('customers')
  @Controller(prefix)
  class OneCustomer {
    constructor(
      private readonly commands: CommandBus,
      private readonly queries: QueryBus,
    ) {}

    @Get()
    @Responses({
      summary: `Get a customer${suffix}`,
      description: 'Returns a customer. Deleted customers are not found.',
      ok: { status: 200, view: CustomerView },
      errors,
    })
    @RequireScope(['customers:read', 'customers:write'])
    get(
      @Input(requests.one) { path }: InputOf<Naming['requests']['one']>,
      @CurrentCaller() caller: SellerPrincipal,
    ): Promise<CustomerView> {
      return this.queries.execute(new GetCustomer(caller.access('customers'), customerIn(path)));
    }

    @Patch()
    @Responses({
      summary: `Update a customer${suffix}`,
      description: `Changes the fields that are sent. \`metadata\` and \`billing_address\` are replaced as a whole. ${fixed} A changed \`email\` has to be verified again. Publishes \`customer.updated\`.`,
      ok: { status: 200, view: CustomerView },
      errors: { ...errors, 403: MANAGEMENT_NOT_PERMITTED },
    })
    @RequireScope('customers:write')
    async update(
      @Input(requests.update) { path, body }: InputOf<Naming['requests']['update']>,
      @CurrentCaller() caller: SellerPrincipal,
    ): Promise<CustomerView> {
      const access = caller.access('customers');
      const id = await this.idOf(caller, path);
      const { type, external_id: externalId } = { type: undefined, external_id: undefined, ...body };
      await this.commands.execute(new UpdateCustomer(access, id, { type, externalId, ...detailsOf(body) }));
      return this.queries.execute(new GetCustomer(access, { id }));
    }

    @Delete()
    @Responses({
      summary: `Delete a customer${suffix}`,
      description:
        'Deletes a customer: sessions end and license keys are refused at once, then subscriptions end, and benefits and license keys are revoked. The e-mail address and the external ID can be used again. `anonymize=true` also removes personal data: at once from the customer, shortly afterwards from its purchases, members, seats, activations and events. Your own `metadata` of the customer stay. Publishes `customer.deleted`.',
      ok: { status: 204, view: null },
      errors: { ...errors, 403: MANAGEMENT_NOT_PERMITTED },
    })
    @RequireScope('customers:write')
    async delete(
      @Input(requests.delete) { path, query }: InputOf<Naming['requests']['delete']>,
      @CurrentCaller() caller: SellerPrincipal,
    ): Promise<void> {
      const id = await this.idOf(caller, path);
      await this.commands.execute(new DeleteCustomer(caller.access('deletion of customers'), id, query.anonymize));
    }

    private async idOf(caller: SellerPrincipal, path: CustomerPath): Promise<string> {
      if ('id' in path) return path.id;
      return (await this.queries.execute(new GetCustomer(caller.access('customers'), customerIn(path)))).id;
    }
  }
  return OneCustomer;
}

export const CustomerController = customerController({
  path: 'v1/customers/:id',
  customer: BY_ID,
  requests: { one: OneCustomerRequest, update: UpdateCustomerRequest, delete: DeleteCustomerRequest },
  fixed: '`external_id` can be set once, and an individual can become a team but not the other way round.',
});

export const ExternalCustomerController = customerController({
  path: 'v1/customers/external/:external_id',
  customer: BY_EXTERNAL_ID,
  requests: {
    one: OneExternalCustomerRequest,
    update: UpdateExternalCustomerRequest,
    delete: DeleteExternalCustomerRequest,
  },
  fixed: 'The external ID and the type cannot be changed here.',
});
