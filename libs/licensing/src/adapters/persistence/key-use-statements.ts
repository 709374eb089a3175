import { type HourlyUses, startOfHour } from '../../domain/keys/key-uses.ts';

/** Rows are locked in the order of their primary key, so that two processes cannot deadlock. */
const ADD = `insert into licensing.key_uses as u (organization_id, kind, hour, benefit_id, detail, count)
  select * from unnest($1::uuid[], $2::text[], $3::timestamptz[], $4::uuid[], $5::text[], $6::bigint[]) order by 1, 2, 3, 4, 5
  on conflict (organization_id, kind, hour, benefit_id, detail) do update set count = u.count + excluded.count`;

/** Adds uses to those of their hours. */
export const addUses = (uses: readonly HourlyUses[]) => ({
  name: 'key-uses-add',
  text: ADD,
  values: [
    uses.map(({ organizationId }) => organizationId),
    uses.map(({ kind }) => kind),
    uses.map(({ hour }) => startOfHour(hour)),
    uses.map(({ benefitId }) => benefitId),
    uses.map(({ detail }) => detail),
    uses.map(({ count }) => count),
  ],
});

/** The same uses with one entry for each row. */
export function addedUp(uses: readonly HourlyUses[]): HourlyUses[] {
  const rows = Map.groupBy(uses, ({ count: _count, ...row }) => Object.values(row).join(' '));
  return [...rows.values()].map((same) => ({ ...same[0]!, count: same.reduce((sum, { count }) => sum + count, 0) }));
}
