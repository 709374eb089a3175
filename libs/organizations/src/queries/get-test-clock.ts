import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type Access, ResourceNotFound, WallClock } from '#kernel';
import { OrganizationClocks } from '#platform/clocks';
import { readDb } from '#engine/persistence';
import type { OrganizationsTables } from '../adapters/persistence/organization.mapping.ts';
import type { TestClockTables } from '../adapters/persistence/test-clock.mapping.ts';
import type { TestClockView } from './test-clock.view.ts';

/** The clock of an organization. Throws `ResourceNotFound` for one that is no sandbox, in a service that is none either. */
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
    const row = await readDb<TestClockTables & OrganizationsTables>(this.em)
      .selectFrom('organizations.organizations as o')
      .leftJoin('organizations.test_clocks as c', 'c.organization_id', 'o.id')
      .select(['o.sandbox_of', 'c.ahead_ms', 'c.status', 'c.advanced_at'])
      .where('o.id', '=', organizationId)
      .executeTakeFirst();
    if (!row || (!this.clocks.isSandbox && row.sandbox_of === null))
      throw new ResourceNotFound('Organizations have test clocks only in a sandbox.');
    const aheadMs = Number(row.ahead_ms ?? 0);
    return {
      organization_id: organizationId,
      now: new Date(this.clock.now().getTime() + aheadMs),
      ahead_seconds: aheadMs / 1000,
      status: row.status ?? 'ready',
      advanced_at: row.advanced_at ?? null,
    };
  }
}
