import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type RawBuilder, sql } from 'kysely';
import { type Access, Clock } from '#kernel';
import { anyOf, readDb } from '#engine/persistence';
import type { LicenseKeyRow } from '../adapters/persistence/license-key.mapping.ts';
import type { LicenseKeyFiguresView } from './key-figures.view.ts';

/** How many keys there are. All of them are counted, in an index. */
export class GetKeyFigures extends Query<LicenseKeyFiguresView> {
  constructor(
    readonly access: Access,
    readonly organizationIds: readonly string[] | undefined,
  ) {
    super();
  }
}

interface Counted {
  readonly status: LicenseKeyRow['status'];
  readonly total: number;
}

@QueryHandler(GetKeyFigures)
export class GetKeyFiguresHandler implements IQueryHandler<GetKeyFigures> {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
  ) {}

  async execute({ access, organizationIds }: GetKeyFigures): Promise<LicenseKeyFiguresView> {
    const organizations = access.narrow(organizationIds);
    const db = readDb<object>(this.em);
    const [{ rows: counted }, ...expired] = await Promise.all([
      sql<Counted>`select status, count(*) as total from licensing.license_keys
        where ${anyOf('organization_id', organizations)} group by status`.execute(db),
      ...organizations.map((id) => this.expiredOf(id).execute(db)),
    ]);
    const of = (status: Counted['status']) => counted.find((each) => each.status === status)?.total ?? 0;
    const over = expired.reduce((sum, { rows: [each] }) => sum + each!.total, 0);
    const [granted, disabled, revoked] = [of('granted'), of('disabled'), of('revoked')];
    return { total: granted + disabled + revoked, active: granted - over, expired: over, disabled, revoked };
  }

  /** A statement for each organization, which has a time of its own: joined with their times, small ones would be counted among all keys. */
  private expiredOf(organizationId: string): RawBuilder<{ readonly total: number }> {
    return sql`select count(*) as total from licensing.license_keys where organization_id = ${organizationId}::uuid
      and status = 'granted' and coalesce(expires_at, 'infinity'::timestamptz) <= ${this.clock.now(organizationId)}::timestamptz`;
  }
}
