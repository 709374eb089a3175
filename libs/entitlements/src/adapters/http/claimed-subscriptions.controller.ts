import { Controller, Get } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, type PortalPrincipal, RequireCustomer } from '#platform/auth';
import { Responses, Input, type InputOf, type Page, pageOf, SALES_NOT_SHOWN } from '#platform/http';
import { ListClaimedSubscriptions } from '../../queries/list-claimed-subscriptions.ts';
import { PortalSubscriptionView } from '../../queries/portal-subscription.view.ts';
import { ListClaimedSubscriptionsRequest } from './subscriptions.dto.ts';

/** Subscriptions that customers have through a seat. */
@ApiTags('customer_portal')
@Controller('v1/customer-portal/seats/subscriptions')
export class ClaimedSubscriptionsController {
  constructor(private readonly queries: QueryBus) {}

  @Get()
  @Responses({
    summary: 'List subscriptions with a claimed seat',
    description:
      'Returns the subscriptions of which a member of the customer has claimed a seat; in a session of a member only those of which ' +
      'that member has claimed one. Newest first.',
    ok: { status: 200, view: pageOf(PortalSubscriptionView, 'CustomerSubscription') },
    errors: { 403: SALES_NOT_SHOWN },
  })
  @RequireCustomer({ aboutSales: true })
  listClaimedSubscriptions(
    @Input(ListClaimedSubscriptionsRequest) { query }: InputOf<typeof ListClaimedSubscriptionsRequest>,
    @CurrentCaller() { access }: PortalPrincipal,
  ): Promise<Page<PortalSubscriptionView>> {
    return this.queries.execute(new ListClaimedSubscriptions(access, query));
  }
}
