import { Controller, Get } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, type PortalPrincipal, RequireCustomer } from '#platform/auth';
import { Responses, defineRequest, Input, type InputOf, repeatable, type Page, pageOf, paging, sorting } from '#platform/http';
import { optional, text, uuid4 } from '#platform/wire';
import { GetPortalMeter, ListPortalMeters, PORTAL_METER_ORDERS, PortalMeterView } from '../../queries/portal-meters.ts';

const NOT_FOUND = ['ResourceNotFound', 'The customer has no such meter'] as const;

const ListRequest = defineRequest({
  query: {
    meter_id: repeatable(uuid4()),
    query: optional(text()),
    sorting: sorting(PORTAL_METER_ORDERS, ['-modified_at']),
    ...paging,
  },
});

const OneRequest = defineRequest({ path: { id: uuid4() } });

@ApiTags('customer_portal')
@Controller('v1/customer-portal/meters')
export class PortalMetersController {
  constructor(private readonly queries: QueryBus) {}

  @Get()
  @Responses({
    summary: 'List own meters',
    description: 'Those that the customer pays for by subscription, or has credits of.',
    ok: { status: 200, view: pageOf(PortalMeterView, 'CustomerCustomerMeter') },
  })
  @RequireCustomer()
  list(
    @Input(ListRequest) { query }: InputOf<typeof ListRequest>,
    @CurrentCaller() caller: PortalPrincipal,
  ): Promise<Page<PortalMeterView>> {
    const { sorting: criteria, page, limit, ...filter } = query;
    return this.queries.execute(new ListPortalMeters(caller.access, filter, criteria, { page, limit }));
  }

  @Get(':id')
  @Responses({ summary: 'Get an own meter', ok: { status: 200, view: PortalMeterView }, errors: { 404: NOT_FOUND } })
  @RequireCustomer()
  get(
    @Input(OneRequest) { path }: InputOf<typeof OneRequest>,
    @CurrentCaller() caller: PortalPrincipal,
  ): Promise<PortalMeterView> {
    return this.queries.execute(new GetPortalMeter(caller.access, path.id));
  }
}
