import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { ResourceNotFound } from '#kernel';
import { anyOf } from '#engine/persistence';
import { FindBenefitOfOwnKey, FindDisplayKeys } from '../contract/index.ts';
import { portalKeys, visibleKeys } from './visible-keys.ts';

@QueryHandler(FindBenefitOfOwnKey)
export class FindBenefitOfOwnKeyHandler implements IQueryHandler<FindBenefitOfOwnKey> {
  constructor(private readonly em: EntityManager) {}

  async execute({ access, id }: FindBenefitOfOwnKey): Promise<string> {
    const row = await portalKeys(this.em, access).select('benefit_id').where('id', '=', id).executeTakeFirst();
    if (!row) throw new ResourceNotFound();
    return row.benefit_id;
  }
}

@QueryHandler(FindDisplayKeys)
export class FindDisplayKeysHandler implements IQueryHandler<FindDisplayKeys> {
  constructor(private readonly em: EntityManager) {}

  async execute({ organizations, ids }: FindDisplayKeys): Promise<ReadonlyMap<string, string>> {
    if (ids.length === 0) return new Map();
    const keys = visibleKeys(this.em, organizations).select(['id', 'display_key']);
    const rows = await keys.where(anyOf('id', ids)).execute();
    return new Map(rows.map(({ id, display_key }) => [id, display_key]));
  }
}
