import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { readDb } from '#engine/persistence';
import type { TestClockTables } from '../adapters/persistence/test-clock.mapping.ts';

export interface AdvancingClock {
  readonly organizationId: string;
  readonly revision: number;
}

/** The clocks that are `advancing`, those that were moved first at the beginning. */
export class FindAdvancingClocks extends Query<readonly AdvancingClock[]> {}

@QueryHandler(FindAdvancingClocks)
export class FindAdvancingClocksHandler implements IQueryHandler<FindAdvancingClocks> {
  constructor(private readonly em: EntityManager) {}

  async execute(): Promise<readonly AdvancingClock[]> {
    const rows = await readDb<TestClockTables>(this.em)
      .selectFrom('organizations.test_clocks')
      .select(['organization_id', 'revision'])
      .where('status', '=', 'advancing')
      .orderBy('revision')
      .execute();
    return rows.map(({ organization_id, revision }) => ({ organizationId: organization_id, revision: Number(revision) }));
  }
}
