import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import type { Access } from '#kernel';
import { RequestInvalid } from '#platform/http';
import { intervalStarts, isUnknownZone, MAX_DAYS, readDb } from '#engine/persistence';
import { UNKNOWN_TIME_ZONE } from '#support/days';
import type { LicenseKeyActivityView } from './key-figures.view.ts';

export const ACTIVITY_INTERVALS = ['hour', 'day'] as const;
const DAY_MS = 86_400_000;
/** A year and the one before it, which it is compared with. */
const MOST_DAYS = { hour: MAX_DAYS.hour, day: 2 * MAX_DAYS.day } satisfies Record<(typeof ACTIVITY_INTERVALS)[number], number>;
const TOO_LONG = 'The range is empty or too long for the interval.';

export interface ActivityRange {
  readonly start_timestamp: Date;
  /** Not included. */
  readonly end_timestamp: Date;
  readonly interval: (typeof ACTIVITY_INTERVALS)[number];
  readonly timezone: string;
}

/** How often the keys of the organizations were used in each interval of a range. */
export class GetKeyActivity extends Query<LicenseKeyActivityView> {
  constructor(
    readonly access: Access,
    readonly organizationIds: readonly string[] | undefined,
    readonly range: ActivityRange,
  ) {
    super();
  }
}

type Period = LicenseKeyActivityView['periods'][number];

@QueryHandler(GetKeyActivity)
export class GetKeyActivityHandler implements IQueryHandler<GetKeyActivity> {
  constructor(private readonly em: EntityManager) {}

  async execute({ access, organizationIds, range }: GetKeyActivity): Promise<LicenseKeyActivityView> {
    assertRange(range);
    const periods = await this.periods(access.narrow(organizationIds), range);
    const sum = (use: 'validations' | 'activations') => periods.reduce((total, period) => total + period[use], 0);
    return { periods, validations: sum('validations'), activations: sum('activations') };
  }

  private async periods(organizations: readonly string[], range: ActivityRange): Promise<Period[]> {
    const { start_timestamp, end_timestamp, interval, timezone } = range;
    const [start, end] = [sql`${start_timestamp}::timestamptz`, sql`${end_timestamp}::timestamptz`];
    const statement = sql<Period>`
      with starts as materialized (
        select distinct start from (${intervalStarts(start, end, interval, timezone)}) as i where start < ${end}
      ), intervals as materialized (
        select start, lead(start, 1, ${end}) over (order by start) as until from starts
        where start >= (select max(start) from starts where start <= ${start})
      )
      select i.start as timestamp, coalesce(sum(a.validations), 0)::bigint as validations,
        coalesce(sum(a.activations), 0)::bigint as activations
      from intervals i left join licensing.key_activity a
        on a.organization_id = any(${organizations}::uuid[]) and a.hour >= i.start and a.hour < i.until
      group by i.start order by i.start`;
    try {
      return (await statement.execute(readDb<object>(this.em))).rows;
    } catch (error) {
      if (!isUnknownZone(error)) throw error;
      throw new RequestInvalid([{ loc: ['query', 'timezone'], type: 'enum', msg: UNKNOWN_TIME_ZONE, input: timezone }]);
    }
  }
}

function assertRange({ start_timestamp: start, end_timestamp: end, interval }: ActivityRange): void {
  const days = (end.getTime() - start.getTime()) / DAY_MS;
  if (days > 0 && days <= MOST_DAYS[interval]) return;
  throw new RequestInvalid([{ loc: ['query'], type: 'value_error', msg: TOO_LONG, input: [start, end, interval] }]);
}
