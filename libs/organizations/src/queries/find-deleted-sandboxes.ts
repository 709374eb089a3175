import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { readDb } from '#engine/persistence';
import type { OrganizationsTables } from '../adapters/persistence/organization.mapping.ts';

interface DeletedSandbox {
  readonly id: string;
  readonly deletedAt: Date;
}

/** The deleted sandboxes whose data may still be there, those that were deleted first at the beginning. */
export class FindDeletedSandboxes extends Query<readonly DeletedSandbox[]> {}

@QueryHandler(FindDeletedSandboxes)
export class FindDeletedSandboxesHandler implements IQueryHandler<FindDeletedSandboxes> {
  constructor(private readonly em: EntityManager) {}

  async execute(): Promise<readonly DeletedSandbox[]> {
    const rows = await readDb<OrganizationsTables>(this.em)
      .selectFrom('organizations.organizations')
      .select(['id', 'deleted_at'])
      .where('deleted_at', 'is not', null)
      .orderBy('deleted_at')
      .execute();
    return rows.map(({ id, deleted_at }) => ({ id, deletedAt: deleted_at! }));
  }
}
