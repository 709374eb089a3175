import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type Access, ResourceNotFound } from '#kernel';
import { anyOf, readDb } from '#engine/persistence';
import type { EntitlementsTables } from '../adapters/persistence/entitlements-tables.mapping.ts';
import { SubscriptionLoader, SUBSCRIPTION_COLUMNS } from './subscription-loader.ts';
import type { SubscriptionView } from './subscription.view.ts';

export class GetSubscription extends Query<SubscriptionView> {
  constructor(
    readonly access: Access,
    readonly id: string,
  ) {
    super();
  }
}

@QueryHandler(GetSubscription)
export class GetSubscriptionHandler implements IQueryHandler<GetSubscription> {
  constructor(
    private readonly em: EntityManager,
    private readonly subscriptions: SubscriptionLoader,
  ) {}

  async execute({ access, id }: GetSubscription): Promise<SubscriptionView> {
    const row = await readDb<EntitlementsTables>(this.em)
      .selectFrom('entitlements.subscriptions')
      .select(SUBSCRIPTION_COLUMNS)
      .where(anyOf('organization_id', access.visible))
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row) throw new ResourceNotFound();
    return (await this.subscriptions.of([row]))[0]!;
  }
}
