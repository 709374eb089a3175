import { Controller, Get, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { type SellerPrincipal, CurrentCaller, RequireScope } from '#platform/auth';
import {
  MANAGEMENT_NOT_PERMITTED,
  NotIdempotent,
  Responses,
  defineRequest,
  Input,
  type InputOf,
  repeatable,
  type Page,
  pageOf,
  paging,
  sorting,
} from '#platform/http';
import { LOOKUP_TEXT } from '#support/texts';
import { describeFields, describeInput, object, text, uuid4, strict } from '#platform/wire';
import { CreateCustomerMeter } from '../../commands/create-customer-meter.ts';
import { CustomerMeterView } from '../../queries/customer-meter.view.ts';
import { GetCustomerMeter } from '../../queries/get-customer-meter.ts';
import { CUSTOMER_METER_ORDERS, ListCustomerMeters } from '../../queries/list-customer-meters.ts';

const NOT_FOUND = ['ResourceNotFound', 'The customer meter does not exist or belongs to another organization.'] as const;

const texts = describeInput('customer meter');

const OneRequest = defineRequest({ path: describeFields({ id: uuid4() }, texts.path) });

const ListRequest = defineRequest({
  query: {
    ...describeFields(
      {
        organization_id: repeatable(uuid4()),
        customer_id: repeatable(uuid4()),
        external_customer_id: repeatable(text(LOOKUP_TEXT)),
        meter_id: repeatable(uuid4()),
      },
      { ...texts.filters, meter_id: 'Returns only customer meters of these meters. Can be repeated.' },
    ),
    sorting: sorting(CUSTOMER_METER_ORDERS, ['-modified_at']),
    ...paging,
  },
});

const CreateRequest = defineRequest({
  body: strict(
    object({ customer_id: uuid4(), meter_id: uuid4() }, 'CustomerMeterCreate', {
      customer_id: 'The ID of the customer.',
      meter_id: 'The ID of the meter.',
    }),
  ),
});

@ApiTags('customer_meters')
@Controller('v1/customer-meters')
export class CustomerMetersController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @Responses({
    summary: 'List customer meters',
    description:
      'Returns the use, credits and balances of customers, most recently changed first by default. Customer meters of archived meters are included only if `meter_id` names the meter.',
    ok: { status: 200, view: pageOf(CustomerMeterView, 'CustomerMeter') },
  })
  @RequireScope('customer_meters:read')
  list(
    @Input(ListRequest) { query }: InputOf<typeof ListRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<Page<CustomerMeterView>> {
    const { sorting: criteria, page, limit, ...filter } = query;
    return this.queries.execute(new ListCustomerMeters(caller.access('products'), filter, criteria, { page, limit }));
  }

  @Post()
  @NotIdempotent('A customer has one customer meter for each meter: the same request again gets the same one.')
  @Responses({
    summary: 'Create a customer meter',
    description:
      'Returns the customer meter of a customer and a meter, and creates it if the meter has not counted anything of the customer yet, so that units can be credited. An extension.',
    ok: { status: 201, view: CustomerMeterView },
    errors: { 403: MANAGEMENT_NOT_PERMITTED },
  })
  @RequireScope('customers:write')
  async create(
    @Input(CreateRequest) { body }: InputOf<typeof CreateRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<CustomerMeterView> {
    const access = caller.access('customers');
    const id = await this.commands.execute(new CreateCustomerMeter(access, body.customer_id, body.meter_id));
    return this.queries.execute(new GetCustomerMeter(access, id));
  }

  @Get(':id')
  @Responses({
    summary: 'Get a customer meter',
    description: 'Returns the use, credits and balance of a customer for one meter.',
    ok: { status: 200, view: CustomerMeterView },
    errors: { 404: NOT_FOUND },
  })
  @RequireScope('customer_meters:read')
  get(
    @Input(OneRequest) { path }: InputOf<typeof OneRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<CustomerMeterView> {
    return this.queries.execute(new GetCustomerMeter(caller.access('products'), path.id));
  }
}
