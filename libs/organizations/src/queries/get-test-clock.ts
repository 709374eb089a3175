import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type Access, ResourceNotFound, WallClock } from '#kernel';
import { OrganizationClocks } from '#platform/clocks';
import { readDb } from '#engine/persistence';
import type { TestClockTables } from '../adapters/persistence/test-clock.mapping.ts';
import type { TestClockView } from './test-clock.view.ts';

/** The clock of an organization. Throws `ResourceNotFound` outside of a sandbox, where there are none. */
export class GetTestClock extends Query<TestClockView> {
  constructor(
    readonly access: Access,
    readonly organizationId: string,
  ) {
    super();
  }
}

@QueryHandler(GetTestClock)
export class GetTestClockHandler implements IQueryHandler<GetTestClock> {
  constructor(
    private readonly em: EntityManager,
    private readonly clocks: OrganizationClocks,
    private readonly clock: WallClock,
  ) {}

  async execute({ access, organizationId }: GetTestClock): Promise<TestClockView> {
    access.assertSees(organizationId);
    if (!this.clocks.isSandbox) throw new ResourceNotFound('Organizations have test clocks only in a sandbox.');
    const row = await readDb<TestClockTables>(this.em)
      .selectFrom('organizations.test_clocks')
      .select(['ahead_ms', 'status', 'advanced_at'])
      .where('organization_id', '=', organizationId)
      .executeTakeFirst();
    const aheadMs = Number(row?.ahead_ms ?? 0);
    return {
      organization_id: organizationId,
      now: new Date(this.clock.now().getTime() + aheadMs),
      ahead_seconds: aheadMs / 1000,
      status: row?.status ?? 'ready',
      advanced_at: row?.advanced_at ?? null,
    };
  }
}
