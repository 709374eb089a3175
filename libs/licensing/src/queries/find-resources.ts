import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import { anyOf, readDb } from '#engine/persistence';
import type { KeyPoolTables } from '../adapters/persistence/key-pool.mapping.ts';
import type { LicensingTables } from '../adapters/persistence/license-key.mapping.ts';
import { FindKeyPoolViews, FindLicenseKeyViews } from '../views/index.ts';
import { CustomerLoader } from './customer-loader.ts';
import { ANNOUNCED_KEY_COLUMNS, toAnnouncedView } from './visible-keys.ts';
import { POOL_COLUMNS, waitingGrants } from './visible-pools.ts';

type Resources = ReadonlyMap<string, object>;

@QueryHandler(FindLicenseKeyViews)
export class FindLicenseKeyViewsHandler implements IQueryHandler<FindLicenseKeyViews> {
  constructor(
    private readonly em: EntityManager,
    private readonly customers: CustomerLoader,
    private readonly clock: Clock,
  ) {}

  async execute({ ids }: FindLicenseKeyViews): Promise<Resources> {
    const all = readDb<LicensingTables>(this.em).selectFrom('licensing.license_keys').select(ANNOUNCED_KEY_COLUMNS);
    const rows = await all.where(anyOf('id', ids)).execute();
    const customers = await this.customers.ofAll([...new Set(rows.map(({ customer_id }) => customer_id))]);
    const view = (row: (typeof rows)[number]) =>
      toAnnouncedView(row, customers.get(row.customer_id)!, this.clock.now(row.organization_id));
    return new Map(rows.map((row) => [row.id, view(row)]));
  }
}

@QueryHandler(FindKeyPoolViews)
export class FindKeyPoolViewsHandler implements IQueryHandler<FindKeyPoolViews> {
  constructor(private readonly em: EntityManager) {}

  async execute({ ids }: FindKeyPoolViews): Promise<Resources> {
    const all = readDb<KeyPoolTables>(this.em)
      .selectFrom('licensing.key_pools')
      .select([...POOL_COLUMNS, waitingGrants()]);
    return new Map((await all.where(anyOf('id', ids)).execute()).map((pool) => [pool.id, pool]));
  }
}
