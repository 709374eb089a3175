import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { hasTrigram, readDb } from '#engine/persistence';
import { spellingsOf } from '#support/texts';

/** More devices than these are not listed, but compared with the text. */
const MOST_LISTED = 10_000;
/** So much of a label is in the index. */
const INDEXED = 60;
/** Sorts after all texts that begin with what comes before it. */
const LAST = '\u{10FFFF}';

/** The license keys with a current activation whose label begins with a text: all of them, or what the labels begin with. */
export interface FoundDevices {
  readonly keys: readonly string[];
  /** False if there are more. */
  readonly isComplete: boolean;
  readonly spellings: readonly string[];
}

const NO_DEVICES: FoundDevices = { keys: [], isComplete: true, spellings: [] };

/** The condition on an activation `a`, by the index of labels. */
const isNamed = (spellings: readonly string[]): RawBuilder<SqlBool> => {
  const label = sql.raw(`"left"(platform.folded(a.label), ${INDEXED})`);
  const ranges = spellings.map((text) => sql`(${label} ~>=~ ${text} and ${label} ~<~ ${text + LAST})`);
  return sql`a.deactivated_at is null and (${sql.join(ranges, sql` or `)})`;
};

/** Finds devices by how their name begins: of three letters or digits at least. */
export async function findDevices(em: EntityManager, organizations: readonly string[], text: string): Promise<FoundDevices> {
  const spellings = spellingsOf(text)
    .filter(hasTrigram)
    .map((each) => [...each].slice(0, INDEXED).join(''));
  if (spellings.length === 0 || organizations.length === 0) return NO_DEVICES;
  const { rows } = await sql<{ readonly license_key_id: string }>`
    select a.license_key_id from unnest(${organizations}::uuid[]) as o (organization_id) cross join lateral (
      select license_key_id from licensing.activations a
      where a.organization_id = o.organization_id and ${isNamed(spellings)} limit ${MOST_LISTED + 1}
    ) as a limit ${MOST_LISTED + 1}`.execute(readDb<object>(em));
  return {
    keys: [...new Set(rows.map(({ license_key_id }) => license_key_id))],
    isComplete: rows.length <= MOST_LISTED,
    spellings,
  };
}

/** The condition that a license key `k` has one of the devices. */
export const hasDevice = ({ keys, isComplete, spellings }: FoundDevices): RawBuilder<SqlBool> =>
  isComplete
    ? sql`k.id = any(${keys}::uuid[])`
    : sql`exists (select from licensing.activations a
        where a.organization_id = k.organization_id and a.license_key_id = k.id and ${isNamed(spellings)})`;
