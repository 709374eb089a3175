import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Sync } from '#kernel';
import {
  type AggregateStore,
  anyOf,
  eachOnCoordinator,
  inTransaction,
  pgPool,
  readDb,
  recordChanges,
  RowLoader,
  snapshotsOf,
} from '#engine/persistence';
import { Keyring } from '#engine/secrets';
import { BenefitHasPool, type PreparedString } from '../../domain/pools/pool-contents.ts';
import type { KeyPool } from '../../domain/pools/key-pool.ts';
import { KeyPools, type WhichKeyPool } from '../../domain/pools/key-pools.ts';
import { keyPoolStore } from './key-pool-store.ts';
import { rethrowAsHasKey } from './license-key-insertion.ts';
import { preparedStrings } from './prepared-strings.ts';
import type { KeyPoolTables } from './key-pool.mapping.ts';

const BY_BENEFIT = {
  text: `select k.organization_id, k.benefit_id, k.id from unnest($1::uuid[], $2::uuid[]) as w (organization_id, benefit_id)
    join licensing.key_pools k on k.organization_id = w.organization_id and k.benefit_id = w.benefit_id`,
  by: ['organization_id', 'benefit_id'],
};

const BY_ID = {
  text: `select k.organization_id, k.id from unnest($1::uuid[], $2::uuid[]) as w (organization_id, id)
    join licensing.key_pools k on k.organization_id = w.organization_id and k.id = w.id`,
  by: ['organization_id', 'id'],
};

@Injectable()
export class PgKeyPools extends KeyPools {
  private readonly pools: AggregateStore<WhichKeyPool, KeyPool>;
  private readonly byBenefit: RowLoader<{ readonly id: string }>;
  private readonly byId: RowLoader<{ readonly id: string }>;

  constructor(
    private readonly em: EntityManager,
    private readonly keyring: Keyring,
  ) {
    super();
    this.pools = keyPoolStore(() => pgPool(em), keyring);
    this.byBenefit = new RowLoader(em, BY_BENEFIT);
    this.byId = new RowLoader(em, BY_ID);
  }

  add(pool: KeyPool): Promise<void> {
    const { snapshot: state } = pool;
    return inTransaction(this.em, 'new KeyPool', async (transaction) => {
      const { numInsertedOrUpdatedRows = 0n } = await transaction
        .getKysely<KeyPoolTables>()
        .insertInto('licensing.key_pools')
        .values({
          organization_id: state.organizationId,
          id: state.id,
          benefit_id: state.benefitId,
          name: state.name,
          low_threshold: state.lowThreshold,
          available: state.available,
          claimed: state.claimed,
          created_at: state.createdAt,
          modified_at: state.modifiedAt,
        })
        .onConflict((conflict) => conflict.columns(['organization_id', 'benefit_id']).doNothing())
        .executeTakeFirst();
      if (numInsertedOrUpdatedRows === 0n) throw new BenefitHasPool();
      await recordChanges(transaction, snapshotsOf([]), [pool]);
    });
  }

  prepare(strings: readonly string[]): Promise<readonly PreparedString[]> {
    return preparedStrings(strings, 'own', this.keyring);
  }

  async change<T>(which: WhichKeyPool, by: (pool: KeyPool) => Sync<T>): Promise<T> {
    const owned = { ...which, organizations: await this.owning(which) };
    return this.pools.change(owned, by).catch(rethrowAsHasKey);
  }

  /** Distributed pools are locked in one organization: the one that has the pool, of those that the caller may see. */
  private async owning({ id, organizations }: WhichKeyPool): Promise<readonly string[]> {
    const found = await eachOnCoordinator(this.em, organizations, (organizationId) => this.byId.read(organizationId, id));
    return found ? [organizations[Math.max(0, found.findIndex(Boolean))]!] : organizations;
  }

  async ofBenefit(organizationId: string, benefitId: string): Promise<string | undefined> {
    return (await this.byBenefit.read(organizationId, benefitId))?.id;
  }

  async waiting(organizationId: string, poolId: string, most: number): Promise<{ grantIds: string[]; exists: boolean }> {
    const pool = await readDb<KeyPoolTables>(this.em)
      .selectFrom('licensing.key_pools')
      .select('available')
      .where('organization_id', '=', organizationId)
      .where('id', '=', poolId)
      .executeTakeFirst();
    const rows = await readDb<KeyPoolTables>(this.em)
      .selectFrom('licensing.waiting_grants')
      .select('grant_id')
      .where('organization_id', '=', organizationId)
      .where('pool_id', '=', poolId)
      .orderBy('since')
      .orderBy('grant_id')
      .limit(Math.min(pool?.available ?? most, most))
      .execute();
    return { grantIds: rows.map(({ grant_id }) => grant_id), exists: pool !== undefined };
  }

  async stopWaiting(organizationId: string, grantIds: readonly string[], poolId?: string): Promise<void> {
    let rows = this.em
      .getKysely<KeyPoolTables>()
      .deleteFrom('licensing.waiting_grants')
      .where('organization_id', '=', organizationId)
      .where(anyOf('grant_id', grantIds));
    if (poolId !== undefined) rows = rows.where('pool_id', '=', poolId);
    await rows.execute();
  }
}
