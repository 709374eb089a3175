import { Controller, Get } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, type PortalCaller, RequireCustomer } from '#platform/auth';
import { Answers, Input, type InputOf, type Page, pageOf } from '#platform/http';
import { ListClaimedSubscriptions } from '../../queries/list-claimed-subscriptions.ts';
import { OwnSubscriptionView } from '../../queries/own-subscription.view.ts';
import { ListClaimedSubscriptionsRequest } from './subscriptions.dto.ts';

/** What people have through a seat. */
@ApiTags('customer_portal')
@Controller('v1/customer-portal/seats/subscriptions')
export class ClaimedSubscriptionsController {
  constructor(private readonly queries: QueryBus) {}

  @Get()
  @Answers({
    summary: 'List subscriptions with a claimed seat',
    description:
      'Those of which somebody of the customer has claimed a seat; for a member those of which it has claimed one itself. ' +
      'The latest first.',
    ok: { status: 200, view: pageOf(OwnSubscriptionView, 'CustomerSubscription') },
  })
  @RequireCustomer()
  listClaimedSubscriptions(
    @Input(ListClaimedSubscriptionsRequest) { query }: InputOf<typeof ListClaimedSubscriptionsRequest>,
    @CurrentCaller() { access }: PortalCaller,
  ): Promise<Page<OwnSubscriptionView>> {
    return this.queries.execute(new ListClaimedSubscriptions(access, query));
  }
}
