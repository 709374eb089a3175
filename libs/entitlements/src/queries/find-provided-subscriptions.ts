import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { CompiledQuery } from 'kysely';
import { BatchLoader, readDb } from '#engine/persistence';
import { FindProvidedSubscriptions, type FollowedSubscription } from '../contract/index.ts';

interface FoundRow {
  readonly organization_id: string;
  readonly external_source: string;
  readonly external_id: string;
  readonly id: string;
  readonly customer_id: string;
  readonly product_id: string;
  readonly has_ended: boolean;
}

const FIND = `select s.organization_id, s.external_source, s.external_id, s.id, s.customer_id, s.product_id, s.status = 'canceled' as has_ended
  from unnest($1::uuid[], $2::text[], $3::text[]) as w (organization_id, external_source, external_id)
  join entitlements.subscriptions s on s.organization_id = w.organization_id and s.external_source = w.external_source
    and s.external_id = w.external_id`;

type Name = readonly [organizationId: string, source: string, externalId: string];
const keyOf = (...name: Name): string => JSON.stringify(name);

/** Concurrent look-ups share a statement. */
@QueryHandler(FindProvidedSubscriptions)
export class FindProvidedSubscriptionsHandler implements IQueryHandler<FindProvidedSubscriptions> {
  private readonly subscriptions = new BatchLoader((keys) => this.read(keys), 'turn');

  constructor(private readonly em: EntityManager) {}

  async execute({ organizationId, source, externalIds }: FindProvidedSubscriptions) {
    const names = new Map(externalIds.map((id) => [keyOf(organizationId, source, id), id]));
    const found = await this.subscriptions.readAll([...names.keys()]);
    return new Map([...found].map(([key, subscription]) => [names.get(key)!, subscription]));
  }

  private async read(keys: readonly string[]): Promise<ReadonlyMap<string, FollowedSubscription>> {
    const names = keys.map((key) => JSON.parse(key) as Name);
    const values = [0, 1, 2].map((column) => names.map((name) => name[column]));
    const { rows } = await readDb<object>(this.em).executeQuery<FoundRow>(CompiledQuery.raw(FIND, values));
    return new Map(
      rows.map(
        ({ organization_id, external_source, external_id, id, customer_id: customerId, product_id: productId, has_ended }) => [
          keyOf(organization_id, external_source, external_id),
          { id, customerId, productId, hasEnded: has_ended },
        ],
      ),
    );
  }
}
