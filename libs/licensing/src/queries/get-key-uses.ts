import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import { type Access, WallClock } from '#kernel';
import { RequestInvalid } from '#platform/http';
import { intervalStarts, isUnknownZone, MAX_DAYS, readDb } from '#engine/persistence';
import { UNKNOWN_TIME_ZONE } from '#support/days';
import type { KeyUsesTables } from '../adapters/persistence/key-uses.mapping.ts';
import type { LicenseKeyUsesView } from './key-uses.view.ts';

export const COUNTED_KINDS = ['validations', 'activations', 'refusals'] as const;
export const USES_INTERVALS = ['hour', 'day', 'week', 'month'] as const;
export const USES_GROUPS = ['benefit', 'version', 'code'] as const;

const DAY_MS = 86_400_000;
/** As many days are kept. */
const KEPT_DAYS = 732;
const TOO_LONG = 'The range is empty or too long for the interval.';
const NO_GROUP = 'Refusals have codes, and no versions; validations and activations have versions, and no codes.';
const MOST_GROUPS = 20;

export interface AskedUses {
  readonly kind: (typeof COUNTED_KINDS)[number];
  readonly group_by: (typeof USES_GROUPS)[number];
  readonly benefit_id?: string | undefined;
  readonly start_timestamp: Date;
  /** Not included. */
  readonly end_timestamp: Date;
  readonly interval: (typeof USES_INTERVALS)[number];
  readonly timezone: string;
}

/** How often keys of the organizations were used, or refused, in each interval of a range: by benefit, version, or code. */
export class GetKeyUses extends Query<LicenseKeyUsesView> {
  constructor(
    readonly access: Access,
    readonly organizationIds: readonly string[] | undefined,
    readonly asked: AskedUses,
  ) {
    super();
  }
}

interface Row {
  readonly timestamp: Date;
  readonly count: number;
  /** The groups that are listed. */
  readonly counts: Readonly<Record<string, number>>;
}

@QueryHandler(GetKeyUses)
export class GetKeyUsesHandler implements IQueryHandler<GetKeyUses> {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: WallClock,
  ) {}

  async execute({ access, organizationIds, asked }: GetKeyUses): Promise<LicenseKeyUsesView> {
    assertAsked(asked);
    const rows = await this.rows(access.narrow(organizationIds), asked);
    const { since } = await readDb<KeyUsesTables>(this.em)
      .selectFrom('licensing.key_uses_since')
      .select('since')
      .executeTakeFirstOrThrow();
    const kept = this.clock.now().getTime() - KEPT_DAYS * DAY_MS;
    return {
      periods: rows.map(({ timestamp, count }) => ({ timestamp, count })),
      groups: groupsOf(rows),
      count: rows.reduce((sum, { count }) => sum + count, 0),
      known_since: new Date(Math.max(new Date(since).getTime(), kept)),
    };
  }

  private async rows(organizations: readonly string[], asked: AskedUses): Promise<readonly Row[]> {
    const { kind, group_by, benefit_id, start_timestamp, end_timestamp, interval, timezone } = asked;
    const [start, end] = [sql`${start_timestamp}::timestamptz`, sql`${end_timestamp}::timestamptz`];
    const value = group_by === 'benefit' ? sql`u.benefit_id::text` : sql`u.detail`;
    const ofBenefit = benefit_id === undefined ? sql`true` : sql`u.benefit_id = ${benefit_id}::uuid`;
    const statement = sql<Row>`
      with starts as materialized (
        select distinct start from (${intervalStarts(start, end, interval, timezone)}) as i where start < ${end}
      ), intervals as materialized (
        select start, lead(start, 1, ${end}) over (order by start) as until from starts
        where start >= (select max(start) from starts where start <= ${start})
      ), counted as materialized (
        select i.start, ${value} as value, sum(u.count)::bigint as count
        from intervals i join licensing.key_uses u on u.organization_id = any(${organizations}::uuid[]) and u.kind = ${kind}
          and u.hour >= greatest(i.start, ${start}) and u.hour < i.until and ${ofBenefit}
        group by 1, 2
      ), listed as materialized (
        select value from counted group by value order by sum(count) desc, value limit ${MOST_GROUPS}
      )
      select i.start as timestamp, coalesce(sum(c.count), 0)::bigint as count,
        coalesce(json_object_agg(c.value, c.count) filter (where c.value in (select value from listed)), '{}') as counts
      from intervals i left join counted c on c.start = i.start
      group by i.start order by i.start`;
    try {
      return (await statement.execute(readDb<object>(this.em))).rows;
    } catch (error) {
      if (!isUnknownZone(error)) throw error;
      throw invalid('timezone', 'enum', UNKNOWN_TIME_ZONE, timezone);
    }
  }
}

function groupsOf(rows: readonly Row[]): LicenseKeyUsesView['groups'] {
  const values = [...new Set(rows.flatMap(({ counts }) => Object.keys(counts)))];
  const groups = values.map((value) => {
    const counts = rows.map((row) => row.counts[value] ?? 0);
    return { value: value === '' ? null : value, count: counts.reduce((sum, count) => sum + count, 0), counts };
  });
  return groups.sort((some, other) => other.count - some.count || ((some.value ?? '') < (other.value ?? '') ? -1 : 1));
}

function assertAsked({ kind, group_by, start_timestamp: start, end_timestamp: end, interval }: AskedUses): void {
  const days = (end.getTime() - start.getTime()) / DAY_MS;
  const most = interval === 'hour' ? MAX_DAYS.hour : KEPT_DAYS;
  if (!(days > 0 && days <= most)) throw invalid(undefined, 'value_error', TOO_LONG, [start, end, interval]);
  if (group_by === (kind === 'refusals' ? 'version' : 'code')) throw invalid('group_by', 'value_error', NO_GROUP, group_by);
}

const invalid = (parameter: string | undefined, type: string, msg: string, input: unknown): RequestInvalid =>
  new RequestInvalid([{ loc: ['query', ...(parameter ? [parameter] : [])], type, msg, input }]);
