import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Access } from '#kernel';
import { readDb, streamList } from '#engine/persistence';
import { matchingSubscriptions } from './list-subscriptions.ts';
import type { SubscriptionFilter } from './subscription-filter.ts';
import { SubscriptionLoader } from './subscription-loader.ts';
import type { SubscriptionView } from './subscription.view.ts';

type Filter = Pick<SubscriptionFilter, 'product_id' | 'status' | 'cancel_at_period_end' | 'started_after' | 'started_before'>;

/** All subscriptions that match, by organization and in the order of their start, read in pages while they are taken. */
export class ExportSubscriptions extends Query<AsyncGenerator<SubscriptionView, void>> {
  constructor(
    readonly access: Access,
    readonly filter: Filter & Pick<SubscriptionFilter, 'organization_id'>,
  ) {
    super();
  }
}

@QueryHandler(ExportSubscriptions)
export class ExportSubscriptionsHandler implements IQueryHandler<ExportSubscriptions> {
  constructor(
    private readonly em: EntityManager,
    private readonly subscriptions: SubscriptionLoader,
  ) {}

  execute({ access, filter }: ExportSubscriptions): Promise<AsyncGenerator<SubscriptionView, void>> {
    const { organization_id, ...others } = filter;
    return Promise.resolve(this.read(access.narrow(organization_id), others));
  }

  private async *read(organizations: readonly string[], filter: Filter): AsyncGenerator<SubscriptionView, void> {
    for (const organization of organizations) {
      const statement = matchingSubscriptions({ ...filter, organizations: [organization], customer_id: undefined });
      const query = { compile: () => statement.compile(readDb<object>(this.em)) };
      for await (const page of streamList(this.em, { query, by: 'started_at', large: ['metadata'] })) {
        yield* await this.subscriptions.of(page);
      }
    }
  }
}
