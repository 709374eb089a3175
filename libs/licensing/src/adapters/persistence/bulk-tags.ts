import {
  auditedAs,
  batchStatement,
  type BatchStatement,
  BatchTable,
  lockOfTags,
  type PipelinedTransaction,
  usedTagsIn,
} from '#engine/persistence';
import type { TaggedRecord } from '#support/tags';
import { TagsOfLicenseKey } from '../../domain/bulk/tags-of-license-key.ts';
import { LicenseKeyTagMapping } from './license-key-tag.mapping.ts';
import { LICENSE_KEY_TAGS } from './sql/license-key-tags.ts';

auditedAs(
  TagsOfLicenseKey,
  { properties: {} },
  { type: LICENSE_KEY_TAGS.type, stateOf: ({ record }) => record, others: ({ all }) => ({ tags: all }) },
);

const TAGS = BatchTable.of(LicenseKeyTagMapping);
const READ_TAGS = TAGS.lock('license-key-tags-lock', ['organizationId', 'licenseKeyId']);
const INSERT_TAGS = TAGS.insert('license-key-tags-insert');
const DELETE_TAGS = TAGS.delete('license-key-tags-delete');

const LOCK_KEYS = batchStatement(
  'tagged-license-keys-lock',
  { organizationId: 'uuid', licenseKeyId: 'uuid' },
  (w) => `select k.organization_id as "organizationId", k.id, k.customer_id as "customerId" from ${w}
    join licensing.license_keys k on k.organization_id = w.organization_id and k.id = w.license_key_id order by k.id for share of k`,
);
const TAKE_TURNS = batchStatement(
  'license-key-tags-turn',
  { name: 'text' },
  (w) => `select pg_advisory_xact_lock(hashtextextended(name, 0)) from (select name from ${w} order by name) as names`,
);

interface NamedKey {
  readonly organizationId: string;
  readonly licenseKeyId: string;
}

/** The tags of keys in a transaction that has locked them. */
export class LockedTags {
  private constructor(
    private readonly byKey: ReadonlyMap<string, TagsOfLicenseKey>,
    private readonly before: ReadonlyMap<string, readonly string[]>,
  ) {}

  static async read(transaction: PipelinedTransaction, named: readonly NamedKey[]): Promise<LockedTags> {
    if (named.length === 0) return new LockedTags(new Map(), new Map());
    const organizations = [...new Set(named.map(({ organizationId }) => organizationId))].sort();
    const [keys = [], , tags = [], ...used] = await transaction.read([
      ...LOCK_KEYS.ofDistinct(named),
      TAKE_TURNS.for(organizations.map((id) => ({ name: lockOfTags(LICENSE_KEY_TAGS, id) }))),
      ...READ_TAGS.ofDistinct(named),
      ...organizations.map((id) => ({ name: 'license-key-tags-used', text: usedTagsIn(LICENSE_KEY_TAGS), values: [id] })),
    ]);
    const usedIn = new Map(
      organizations.map((id, index) => [id, new Set((used[index] as { tag: string }[]).map(({ tag }) => tag))]),
    );
    const rows = Map.groupBy(tags as { licenseKeyId: string; tag: string }[], ({ licenseKeyId }) => licenseKeyId);
    const before = new Map([...rows].map(([id, own]) => [id, own.map(({ tag }) => tag).sort()]));
    const byKey = (keys as TaggedRecord[]).map(
      (key) => [key.id, new TagsOfLicenseKey(key, before.get(key.id) ?? [], usedIn.get(key.organizationId)!)] as const,
    );
    return new LockedTags(new Map(byKey), before);
  }

  of(licenseKeyId: string): TagsOfLicenseKey | undefined {
    return this.byKey.get(licenseKeyId);
  }

  writes(): BatchStatement[] {
    const rows = [...this.byKey.values()].map(({ record: { organizationId, id: licenseKeyId }, all }) => {
      const before = this.before.get(licenseKeyId) ?? [];
      const rowOf = (tag: string) => ({ organizationId, tag, licenseKeyId });
      return {
        removed: before.filter((tag) => !all.includes(tag)).map(rowOf),
        added: all.filter((tag) => !before.includes(tag)).map(rowOf),
      };
    });
    return [...DELETE_TAGS.of(rows.flatMap(({ removed }) => removed)), ...INSERT_TAGS.of(rows.flatMap(({ added }) => added))];
  }
}
