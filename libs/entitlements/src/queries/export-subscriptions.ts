import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Access } from '#kernel';
import { readDb, streamList } from '#engine/persistence';
import { matchingSubscriptions } from './list-subscriptions.ts';
import { PurchaseFinder } from './purchase-finder.ts';
import type { SubscriptionFilter } from './subscription-filter.ts';
import { SubscriptionLoader } from './subscription-loader.ts';
import type { SubscriptionView } from './subscription.view.ts';

/** All subscriptions that match, by organization and in the order of their start, read in pages while they are taken. */
export class ExportSubscriptions extends Query<AsyncGenerator<SubscriptionView, void>> {
  constructor(
    readonly access: Access,
    readonly filter: SubscriptionFilter,
  ) {
    super();
  }
}

@QueryHandler(ExportSubscriptions)
export class ExportSubscriptionsHandler implements IQueryHandler<ExportSubscriptions> {
  constructor(
    private readonly em: EntityManager,
    private readonly subscriptions: SubscriptionLoader,
    private readonly finder: PurchaseFinder,
  ) {}

  execute({ access, filter }: ExportSubscriptions): Promise<AsyncGenerator<SubscriptionView, void>> {
    return Promise.resolve(this.read(access.narrow(filter.organization_id), filter));
  }

  private async *read(organizations: readonly string[], filter: SubscriptionFilter): AsyncGenerator<SubscriptionView, void> {
    for (const organization of organizations) {
      const own = [organization];
      const resolved = await this.finder.resolve('subscriptions', own, filter);
      const statement = matchingSubscriptions({ ...resolved, organizations: own });
      const query = { compile: () => statement.compile(readDb<object>(this.em)) };
      for await (const page of streamList(this.em, { query, by: 'started_at', large: ['metadata'] })) {
        yield* await this.subscriptions.of(page);
      }
    }
  }
}
