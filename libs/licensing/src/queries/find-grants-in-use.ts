import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { anyOf, readDb } from '#engine/persistence';
import type { LicensingTables } from '../adapters/persistence/license-key.mapping.ts';
import { FindGrantsInUse } from '../contract/index.ts';

@QueryHandler(FindGrantsInUse)
export class FindGrantsInUseHandler implements IQueryHandler<FindGrantsInUse> {
  constructor(private readonly em: EntityManager) {}

  async execute({ organizationId, grantIds }: FindGrantsInUse): Promise<ReadonlySet<string>> {
    const rows = await readDb<LicensingTables>(this.em)
      .selectFrom('licensing.license_keys')
      .select('grant_id')
      .where('organization_id', '=', organizationId)
      .where(anyOf('grant_id', grantIds))
      .where(({ eb, or }) => or([eb('activation_count', '>', 0), eb('validations', '>', 0)]))
      .execute();
    return new Set(rows.map(({ grant_id }) => grant_id!));
  }
}
