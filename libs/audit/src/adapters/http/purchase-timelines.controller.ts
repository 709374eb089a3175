import { Controller, Get } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, RequireScope, type SellerPrincipal } from '#platform/auth';
import { Input, type InputOf, Responses } from '#platform/http';
import { GetPurchaseTimeline } from '../../queries/get-purchase-timeline.ts';
import { TimelineView } from '../../queries/timeline.view.ts';
import { timelineOf } from './timeline.dto.ts';

const OfOrder = timelineOf('order');
const OfSubscription = timelineOf('subscription');

const described = (what: string) =>
  ({
    summary: `Get the timeline of ${what}`,
    description: `Returns what was changed of ${what}, and who did it, newest first, as long as the audit log keeps it. An extension.`,
    ok: { status: 200, view: TimelineView },
    errors: { 404: ['ResourceNotFound', `There is no such ${what.split(' ')[1]}, or it is not accessible.`] },
  }) as const;

@ApiTags('orders')
@Controller('v1/orders/:id/timeline')
export class OrderTimelineController {
  constructor(private readonly queries: QueryBus) {}

  @Get()
  @RequireScope(['orders:read', 'orders:write'])
  @Responses(described('an order'))
  getTimeline(
    @Input(OfOrder) { path, query }: InputOf<typeof OfOrder>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<TimelineView> {
    const { cursor: after = null, limit } = query;
    return this.queries.execute(new GetPurchaseTimeline(caller.access('sales'), { orderId: path.id }, { after, limit }));
  }
}

@ApiTags('subscriptions')
@Controller('v1/subscriptions/:id/timeline')
export class SubscriptionTimelineController {
  constructor(private readonly queries: QueryBus) {}

  @Get()
  @RequireScope(['subscriptions:read', 'subscriptions:write'])
  @Responses(described('a subscription'))
  getTimeline(
    @Input(OfSubscription) { path, query }: InputOf<typeof OfSubscription>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<TimelineView> {
    const { cursor: after = null, limit } = query;
    return this.queries.execute(new GetPurchaseTimeline(caller.access('sales'), { subscriptionId: path.id }, { after, limit }));
  }
}
