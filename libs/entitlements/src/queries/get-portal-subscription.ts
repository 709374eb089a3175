import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type CustomerAccess, ResourceNotFound } from '#kernel';
import type { PortalSubscriptionView } from './portal-subscription.view.ts';
import { PortalSubscriptions } from './portal-subscriptions.ts';
import { SUBSCRIPTION_COLUMNS } from './subscription-loader.ts';

export class GetPortalSubscription extends Query<PortalSubscriptionView> {
  constructor(
    readonly access: CustomerAccess,
    readonly id: string,
  ) {
    super();
  }
}

@QueryHandler(GetPortalSubscription)
export class GetPortalSubscriptionHandler implements IQueryHandler<GetPortalSubscription> {
  constructor(private readonly own: PortalSubscriptions) {}

  async execute({ access, id }: GetPortalSubscription): Promise<PortalSubscriptionView> {
    const visible = await this.own.visible(access);
    const row = await this.own.rows(visible).select(SUBSCRIPTION_COLUMNS).where('id', '=', id).executeTakeFirst();
    if (!row) throw new ResourceNotFound();
    return (await this.own.toViews(access, [row]))[0]!;
  }
}
