import { Controller, Get } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { type SellerPrincipal, CurrentCaller, RequireScope } from '#platform/auth';
import { Responses, defineRequest, Input, type InputOf, repeatable, type Page, pageOf, paging, sorting } from '#platform/http';
import { text, uuid4 } from '#platform/wire';
import { CustomerMeterView } from '../../queries/customer-meter.view.ts';
import { GetCustomerMeter } from '../../queries/get-customer-meter.ts';
import { CUSTOMER_METER_ORDERS, ListCustomerMeters } from '../../queries/list-customer-meters.ts';

const NOT_FOUND = ['ResourceNotFound', 'The customer meter does not exist, or belongs to another organization'] as const;

const OneRequest = defineRequest({ path: { id: uuid4() } });

const ListRequest = defineRequest({
  query: {
    organization_id: repeatable(uuid4()),
    customer_id: repeatable(uuid4()),
    external_customer_id: repeatable(text()),
    meter_id: repeatable(uuid4()),
    sorting: sorting(CUSTOMER_METER_ORDERS, ['-modified_at']),
    ...paging,
  },
});

@ApiTags('customer_meters')
@Controller('v1/customer-meters')
export class CustomerMetersController {
  constructor(private readonly queries: QueryBus) {}

  @Get()
  @Responses({
    summary: 'List customer meters',
    description: 'Those of archived meters are left out, unless `meter_id` is given.',
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

  @Get(':id')
  @Responses({ summary: 'Get a customer meter', ok: { status: 200, view: CustomerMeterView }, errors: { 404: NOT_FOUND } })
  @RequireScope('customer_meters:read')
  get(
    @Input(OneRequest) { path }: InputOf<typeof OneRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<CustomerMeterView> {
    return this.queries.execute(new GetCustomerMeter(caller.access('products'), path.id));
  }
}
