import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type Access, ResourceNotFound } from '#kernel';
import { readDb } from '#engine/persistence';
import { Keyring } from '#engine/secrets';
import type { KeyPoolTables } from '../adapters/persistence/key-pool.mapping.ts';
import type { UnclaimedKeyView } from './unclaimed-batch.view.ts';
import { visibleBatches } from './visible-batches.ts';

const PAGE = 500;

/** All keys of a batch, in the order in which they were made, read in pages while they are taken. Throws `ResourceNotFound`. */
export class ExportUnclaimedKeys extends Query<AsyncGenerator<UnclaimedKeyView, void>> {
  constructor(
    readonly access: Access,
    readonly id: string,
  ) {
    super();
  }
}

@QueryHandler(ExportUnclaimedKeys)
export class ExportUnclaimedKeysHandler implements IQueryHandler<ExportUnclaimedKeys> {
  constructor(
    private readonly em: EntityManager,
    private readonly keyring: Keyring,
  ) {}

  async execute({ access, id }: ExportUnclaimedKeys): Promise<AsyncGenerator<UnclaimedKeyView, void>> {
    const batch = await visibleBatches(this.em, access.visible).select('organization_id').where('id', '=', id).executeTakeFirst();
    if (!batch) throw new ResourceNotFound();
    return this.keys(batch.organization_id, id);
  }

  private async *keys(organizationId: string, batchId: string): AsyncGenerator<UnclaimedKeyView, void> {
    for (let page = await this.pageAfter(organizationId, batchId, 0); page.length > 0;) {
      for (const { id, display_key, encrypted_key, claimed_at } of page) {
        const status = claimed_at === null ? 'unclaimed' : 'claimed';
        yield { id, key: encrypted_key && this.keyring.decrypt(encrypted_key), display_key, status, claimed_at };
      }
      page = page.length < PAGE ? [] : await this.pageAfter(organizationId, batchId, page.at(-1)!.position);
    }
  }

  private pageAfter(organizationId: string, batchId: string, position: number) {
    return readDb<KeyPoolTables>(this.em)
      .selectFrom('licensing.pool_entries')
      .select(['id', 'display_key', 'encrypted_key', 'claimed_at', 'position'])
      .where('organization_id', '=', organizationId)
      .where('pool_id', '=', batchId)
      .where('position', '>', position)
      .orderBy('position')
      .limit(PAGE)
      .execute();
  }
}
