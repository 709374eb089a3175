import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { FindPurchase, type WhichPurchase } from '#entitlements/contract';
import { type Access, ResourceNotFound } from '#kernel';
import type { Position } from '#platform/wire';
import { AuditPages } from './audit-pages.ts';
import { type TimelineView, toTimeline } from './timeline.view.ts';

/** What was changed of an order or a subscription, newest first. */
export class GetPurchaseTimeline extends Query<TimelineView> {
  constructor(
    readonly access: Access,
    readonly which: WhichPurchase,
    readonly page: { readonly after: Position | null; readonly limit: number },
  ) {
    super();
  }
}

@QueryHandler(GetPurchaseTimeline)
export class GetPurchaseTimelineHandler implements IQueryHandler<GetPurchaseTimeline> {
  constructor(
    private readonly queries: QueryBus,
    private readonly pages: AuditPages,
  ) {}

  async execute({ access, which, page }: GetPurchaseTimeline): Promise<TimelineView> {
    const purchase = await this.queries.execute(new FindPurchase(which));
    if (!purchase || !access.visible.includes(purchase.organizationId)) throw new ResourceNotFound();
    const resource_id = 'orderId' in which ? which.orderId : which.subscriptionId;
    return toTimeline(await this.pages.page([purchase.organizationId], { resource_id }, page));
  }
}
