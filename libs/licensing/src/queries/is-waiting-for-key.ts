import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { readDb } from '#engine/persistence';
import type { AttachedGrantTables } from '../adapters/persistence/attached-grant.mapping.ts';
import { IsWaitingForKey } from '../contract/is-waiting-for-key.ts';

@QueryHandler(IsWaitingForKey)
export class IsWaitingForKeyHandler implements IQueryHandler<IsWaitingForKey> {
  constructor(private readonly em: EntityManager) {}

  async execute({ organizationId, grantId }: IsWaitingForKey): Promise<boolean> {
    const grant = await readDb<AttachedGrantTables>(this.em)
      .selectFrom('licensing.attached_grants')
      .select('is_waiting')
      .where('organization_id', '=', organizationId)
      .where('grant_id', '=', grantId)
      .executeTakeFirst();
    return grant?.is_waiting ?? false;
  }
}
