import { Controller, Get, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { type SellerPrincipal, CurrentCaller, RequireScope } from '#platform/auth';
import { Responses, Input, type InputOf, MANAGEMENT_NOT_PERMITTED, NotIdempotent, Idempotent } from '#platform/http';
import { CreateCustomer } from '../../commands/create-customer.ts';
import { MergeCustomer } from '../../commands/merge-customer.ts';
import { CustomerFiguresView } from '../../queries/customer-figures.view.ts';
import { CustomerPageView, CustomerView } from '../../queries/customer.view.ts';
import { GetCustomer } from '../../queries/get-customer.ts';
import { GetCustomerFigures } from '../../queries/get-customer-figures.ts';
import { ListCustomers } from '../../queries/list-customers.ts';
import { CUSTOMER_NOT_FOUND } from './customer-errors.ts';
import {
  CreateCustomerRequest,
  CustomerFiguresRequest,
  detailsOf,
  ownerFrom,
  ListCustomersRequest,
  MergeCustomerRequest,
} from './customers.dto.ts';

@ApiTags('customers')
@Controller('v1/customers')
export class CustomersController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @Responses({
    summary: 'List customers',
    description:
      'Returns the customers of all organizations that the caller can access, newest first by default. Deleted customers are not included.',
    ok: { status: 200, view: CustomerPageView },
  })
  @RequireScope(['customers:read', 'customers:write'])
  list(
    @Input(ListCustomersRequest) { query }: InputOf<typeof ListCustomersRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<CustomerPageView> {
    const { sorting, page, limit, ...filter } = query;
    return this.queries.execute(new ListCustomers(caller.access('customers'), filter, sorting, { page, limit }));
  }

  @Post()
  @Idempotent()
  @Responses({
    summary: 'Create a customer',
    description:
      'Creates a customer. An individual requires an e-mail address, a team an e-mail address or an `owner`. The customer gets a member with the role `owner`. Publishes `customer.created`.',
    ok: { status: 201, view: CustomerView },
    errors: { 403: MANAGEMENT_NOT_PERMITTED },
  })
  @RequireScope('customers:write')
  async create(
    @Input(CreateCustomerRequest) { body }: InputOf<typeof CreateCustomerRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<CustomerView> {
    const organizationId = caller.organizationFor(body.organization_id, 'customers');
    const { type, external_id: externalId } = body;
    const attributes = { organizationId, type, externalId, ...detailsOf(body) };
    const id = await this.commands.execute(new CreateCustomer(attributes, ownerFrom(body.owner)));
    return this.queries.execute(new GetCustomer(caller.access('customers'), { id }));
  }

  @Get('figures')
  @Responses({
    summary: 'Get figures of customers',
    description: 'Returns how many customers were new and how many were lost in a range. An extension.',
    ok: { status: 200, view: CustomerFiguresView },
  })
  @RequireScope(['customers:read', 'customers:write'])
  getFigures(
    @Input(CustomerFiguresRequest) { query }: InputOf<typeof CustomerFiguresRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<CustomerFiguresView> {
    const { organization_id, start_timestamp: start, end_timestamp: end } = query;
    return this.queries.execute(new GetCustomerFigures(caller.access('customers'), organization_id, start, end));
  }

  @Post(':id/merge')
  @NotIdempotent('A customer that was merged stays merged: the same request again gets the same customer.')
  @Responses({
    summary: 'Merge a customer into this one',
    description:
      'Merges another customer, `customer_id`, into the customer in the path and deletes it. Its license keys, members, seats, subscriptions, orders, ' +
      'refunds, disputes, benefit grants, usage, credits and balances move to the customer in the path within moments; keys stay valid all the ' +
      'time. Its sessions end, its personal data is removed, and its e-mail address and external ID can be used again. Until then its address is an alias of the customer in the path. Usage events that are sent ' +
      'for it later count for the customer in the path. The data of the customer in the path does not change, but with a team it becomes a team. ' +
      'Members with the same e-mail address, or else the same external ID, become one; all others join as members. Repeating the request has no further effect. Publishes `customer.merged`.',
    ok: { status: 200, view: CustomerView },
    errors: { 403: MANAGEMENT_NOT_PERMITTED, 404: CUSTOMER_NOT_FOUND },
  })
  @RequireScope('customers:write')
  async merge(
    @Input(MergeCustomerRequest) { path, body }: InputOf<typeof MergeCustomerRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<CustomerView> {
    const access = caller.access('deletion of customers');
    await this.commands.execute(new MergeCustomer(access, body.customer_id, path.id));
    return this.queries.execute(new GetCustomer(access, path));
  }
}
