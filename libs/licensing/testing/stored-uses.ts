import type { MikroORM } from '@mikro-orm/postgresql';
import { type HourlyUses, startOfHour } from '../src/domain/keys/key-uses.ts';

/** What is counted in an hour, of which benefit, with which detail, how often. */
export type StoredUses = readonly [kind: string, hour: string, benefitId: string, detail: string, count: number];

export async function usesIn(orm: MikroORM, organizationId: string): Promise<StoredUses[]> {
  const rows: { kind: string; hour: Date; benefit_id: string; detail: string; count: string }[] = await orm.em
    .fork()
    .execute('select * from licensing.key_uses where organization_id = ? order by kind, hour, detail', [organizationId]);
  return rows.map((row) => [row.kind, new Date(row.hour).toISOString(), row.benefit_id, row.detail, Number(row.count)]);
}

/** The same of what is counted in memory. */
export function usesOf(uses: readonly HourlyUses[], organizationId: string): StoredUses[] {
  const own = uses.filter((each) => each.organizationId === organizationId);
  const rows = Map.groupBy(own, ({ kind, hour, benefitId, detail }) => JSON.stringify([kind, hour, detail, benefitId]));
  return [...rows.entries()]
    .sort(([some], [other]) => (some < other ? -1 : 1))
    .map(([, [first, ...more]]) => [
      first!.kind,
      startOfHour(first!.hour).toISOString(),
      first!.benefitId,
      first!.detail,
      1 + more.length,
    ]);
}
