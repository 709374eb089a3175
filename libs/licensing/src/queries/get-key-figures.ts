import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
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
    const times = organizations.map((id) => this.clock.now(id));
    const db = readDb<object>(this.em);
    const [{ rows: counted }, { rows: expired }] = await Promise.all([
      sql<Counted>`select status, count(*) as total from licensing.license_keys
        where ${anyOf('organization_id', organizations)} group by status`.execute(db),
      sql<{ readonly total: number }>`select coalesce(sum(k.total), 0)::bigint as total
        from unnest(${organizations}::uuid[], ${times}::timestamptz[]) as o (organization_id, now)
        cross join lateral (select count(*) as total from licensing.license_keys
          where organization_id = o.organization_id and status = 'granted'
            and coalesce(expires_at, 'infinity'::timestamptz) <= o.now) as k`.execute(db),
    ]);
    const of = (status: Counted['status']) => counted.find((each) => each.status === status)?.total ?? 0;
    const [granted, disabled, revoked, over] = [of('granted'), of('disabled'), of('revoked'), expired[0]!.total];
    return { total: granted + disabled + revoked, active: granted - over, expired: over, disabled, revoked };
  }
}
