import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type RawBuilder, sql } from 'kysely';
import { type Access, Clock } from '#kernel';
import { anyOf, areRowsCounted, readDb, type Total, totalOfRows } from '#engine/persistence';
import type { LicenseKeyRow } from '../adapters/persistence/license-key.mapping.ts';
import { COUNTED_KEYS, expireBefore, facetsOfKeys } from './counted-keys.ts';
import type { LicenseKeyFiguresView } from './key-figures.view.ts';

/** How many keys there are. */
export class GetKeyFigures extends Query<LicenseKeyFiguresView> {
  constructor(
    readonly access: Access,
    readonly organizationIds: readonly string[] | undefined,
  ) {
    super();
  }
}

/** As in its index. */
const EXPIRES_AT = sql`coalesce(expires_at, 'infinity'::timestamptz)`;

type Statement = RawBuilder<Total>;

@QueryHandler(GetKeyFigures)
export class GetKeyFiguresHandler implements IQueryHandler<GetKeyFigures> {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
  ) {}

  async execute({ access, organizationIds }: GetKeyFigures): Promise<LicenseKeyFiguresView> {
    const organizations = access.narrow(organizationIds);
    const areCounted = await areRowsCounted(this.em);
    const withStatus = (status: LicenseKeyRow['status']) => this.sum([keysWithStatus(status, organizations, areCounted)]);
    const expired = organizations.flatMap((id) => expiredKeys(id, this.clock.now(id), areCounted));
    const [granted, disabled, revoked, over] = await Promise.all([
      withStatus('granted'),
      withStatus('disabled'),
      withStatus('revoked'),
      this.sum(expired),
    ]);
    return { total: granted + disabled + revoked, active: granted - over, expired: over, disabled, revoked };
  }

  private async sum(statements: readonly Statement[]): Promise<number> {
    const db = readDb<object>(this.em);
    const results = await Promise.all(statements.map((statement) => statement.execute(db)));
    return results.reduce((sum, { rows: [counted] }) => sum + counted!.total, 0);
  }
}

const keysWithStatus = (status: LicenseKeyRow['status'], organizations: readonly string[], areCounted: boolean): Statement =>
  totalOfRows(
    sql<Total>`select count(*) as total from licensing.license_keys
      where ${anyOf('organization_id', organizations)} and status = ${status}`,
    { counted: COUNTED_KEYS, organizations, facets: areCounted ? facetsOfKeys(undefined, [status]) : undefined },
  );

/**
 * Granted keys that expired on the days before today, and today, in UTC. An organization has a time of its own: joined with the times of others, the
 * keys of small ones would be counted among all keys.
 */
function expiredKeys(organizationId: string, now: Date, areCounted: boolean): Statement[] {
  const [today] = now.toISOString().split('T') as [string];
  const start = new Date(today);
  const grantedAnd = (condition: RawBuilder<unknown>) => sql<Total>`select count(*) as total from licensing.license_keys
    where organization_id = ${organizationId}::uuid and status = 'granted' and ${condition}`;
  const facets = areCounted ? expireBefore(today) : undefined;
  return [
    totalOfRows(grantedAnd(sql`${EXPIRES_AT} < ${start}::timestamptz`), {
      counted: COUNTED_KEYS,
      organizations: [organizationId],
      facets,
    }),
    grantedAnd(sql`${EXPIRES_AT} >= ${start}::timestamptz and ${EXPIRES_AT} <= ${now}::timestamptz`),
  ];
}
