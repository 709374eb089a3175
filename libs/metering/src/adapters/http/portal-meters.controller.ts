import { Controller, Get } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, type PortalPrincipal, RequireCustomer } from '#platform/auth';
import { Responses, defineRequest, Input, type InputOf, repeatable, type Page, pageOf, paging, sorting } from '#platform/http';
import { LOOKUP_TEXT } from '#support/texts';
import { described, describeFields, optional, text, uuid4 } from '#platform/wire';
import { PortalCreditView } from '../../queries/customer-meter-credit.view.ts';
import { GetPortalQuantities } from '../../queries/get-portal-quantities.ts';
import { ListPortalCredits } from '../../queries/list-credits.ts';
import { QuantitiesView } from '../../queries/meter-quantities.ts';
import { GetPortalMeter, ListPortalMeters, PORTAL_METER_ORDERS, PortalMeterView } from '../../queries/portal-meters.ts';
import { quantityRange } from './quantity-range.ts';

const NOT_FOUND = ['ResourceNotFound', 'The customer has no such meter.'] as const;

const ListRequest = defineRequest({
  query: {
    ...describeFields(
      { meter_id: repeatable(uuid4()), query: optional(text(LOOKUP_TEXT)) },
      {
        meter_id: 'Returns only customer meters of these meters. Can be repeated.',
        query: 'Returns only customer meters of meters whose name contains this text, ignoring case.',
      },
    ),
    sorting: sorting(PORTAL_METER_ORDERS, ['-modified_at']),
    ...paging,
  },
});

const oneMeter = { id: described(uuid4(), 'The ID of the customer meter.') };

const OneRequest = defineRequest({ path: oneMeter });

const CreditsRequest = defineRequest({ path: oneMeter, query: paging });

const QuantitiesRequest = defineRequest({ path: oneMeter, query: quantityRange }, { countsAll: true });

@ApiTags('customer_portal')
@Controller('v1/customer-portal/meters')
export class PortalMetersController {
  constructor(private readonly queries: QueryBus) {}

  @Get()
  @Responses({
    summary: 'List own meters',
    description: 'Returns the meters that the customer pays for by subscription or has credits of, with use and balance.',
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
  @Responses({
    summary: 'Get an own meter',
    description: 'Returns the use, credits and balance of the customer for one meter.',
    ok: { status: 200, view: PortalMeterView },
    errors: { 404: NOT_FOUND },
  })
  @RequireCustomer()
  get(
    @Input(OneRequest) { path }: InputOf<typeof OneRequest>,
    @CurrentCaller() caller: PortalPrincipal,
  ): Promise<PortalMeterView> {
    return this.queries.execute(new GetPortalMeter(caller.access, path.id));
  }

  @Get(':id/credits')
  @Responses({
    summary: 'List own credits of a meter',
    description:
      'Returns the credits of the customer that have an end or a priority and have not ended, in the order in which they are used. What the balance has besides is left of credits without either. An extension.',
    ok: { status: 200, view: pageOf(PortalCreditView, 'CustomerCustomerMeterCredit') },
    errors: { 404: NOT_FOUND },
  })
  @RequireCustomer()
  credits(
    @Input(CreditsRequest) { path: { id }, query }: InputOf<typeof CreditsRequest>,
    @CurrentCaller() caller: PortalPrincipal,
  ): Promise<Page<PortalCreditView>> {
    return this.queries.execute(new ListPortalCredits(caller.access, id, query));
  }

  @Get(':id/quantities')
  @Responses({
    summary: 'Get own use over time',
    description:
      'Returns what the customer used of a meter in every interval of a time range, by the times of the events. Intervals start in the given time zone; a day with two midnights starts at the first.',
    ok: { status: 200, view: QuantitiesView },
    errors: { 404: NOT_FOUND },
  })
  @RequireCustomer()
  quantities(
    @Input(QuantitiesRequest) { path: { id }, query }: InputOf<typeof QuantitiesRequest>,
    @CurrentCaller() caller: PortalPrincipal,
  ): Promise<QuantitiesView> {
    return this.queries.execute(new GetPortalQuantities(caller.access, id, query));
  }
}
