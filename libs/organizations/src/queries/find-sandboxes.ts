import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { anyOf, readDb } from '#engine/persistence';
import type { OrganizationsTables } from '../adapters/persistence/organization.mapping.ts';

/** Which of these organizations, which need not exist, are sandboxes. */
export class FindSandboxes extends Query<ReadonlySet<string>> {
  constructor(readonly ids: readonly string[]) {
    super();
  }
}

@QueryHandler(FindSandboxes)
export class FindSandboxesHandler implements IQueryHandler<FindSandboxes> {
  constructor(private readonly em: EntityManager) {}

  async execute({ ids }: FindSandboxes): Promise<ReadonlySet<string>> {
    const rows = await readDb<OrganizationsTables>(this.em)
      .selectFrom('organizations.organizations')
      .select('id')
      .where(anyOf('id', ids))
      .where('sandbox_of', 'is not', null)
      .execute();
    return new Set(rows.map(({ id }) => id));
  }
}
