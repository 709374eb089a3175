import type { EntityManager } from '@mikro-orm/postgresql';
import { type Kysely, sql } from 'kysely';
import { ResourceNotFound, type Sync } from '#kernel';
import { RecordTags, type TaggedRecord, TagRepository, type WhichRecord } from '#support/tags';
import { changing } from '#engine/tenancy';
import { recordChange, type Snapshot } from './audited.ts';
import { anyOf } from './kysely.ts';
import { lockOfTags, readTags, type TagTable, usedBy } from './record-tags.ts';
import { inTransaction } from './unit-of-work.ts';

type Db = Kysely<object>;

/** What the audit log has of a record: its tags. */
const snapshotOf = (type: string, { organizationId, id, customerId }: TaggedRecord, tags: readonly string[]): Snapshot => ({
  type,
  id,
  organizationId,
  customerId,
  isDeleted: false,
  fields: { tags },
});

/** The repository of the tags in a table. */
export class TableTags extends TagRepository {
  constructor(
    private readonly em: EntityManager,
    private readonly table: TagTable,
  ) {
    super();
  }

  change(which: WhichRecord, by: (tags: RecordTags) => Sync<void>): Promise<void> {
    return inTransaction(this.em, `tags of ${this.table.type}`, async (transaction) => {
      const { type, where } = this.table;
      const { tags, before } = await this.changed(transaction, which, where, by);
      await recordChange(transaction, snapshotOf(type, tags.record, before), snapshotOf(type, tags.record, tags.all));
    });
  }

  /** Also to a record that cannot have tags any more: they may be moved on from there. */
  async move(organizationId: string, from: string, to: string): Promise<void> {
    const tags = (await readTags(this.em.fork().getKysely<object>(), this.table, [organizationId], [from])).get(from) ?? [];
    if (tags.length === 0) return;
    await inTransaction(this.em, `moved tags of ${this.table.type}`, async (transaction) => {
      await this.changed(transaction, { id: to, organizations: [organizationId] }, undefined, (each) => {
        for (const tag of tags) if (each.canAdd(tag)) each.add(tag);
      });
      await this.delete(transaction.getKysely<object>(), organizationId, [from]);
    });
  }

  async erase(organizationId: string, ids: readonly string[]): Promise<void> {
    await this.delete(this.em.fork().getKysely<object>(), organizationId, ids);
  }

  /** The record is locked against its deletion and erasure, and changes of tags in an organization take turns. */
  private async changed(
    transaction: EntityManager,
    which: WhichRecord,
    where: string | undefined,
    by: (tags: RecordTags) => Sync<void>,
  ): Promise<{ readonly tags: RecordTags; readonly before: readonly string[] }> {
    const db = transaction.getKysely<object>();
    const record = await this.lock(db, which, where);
    const { organizationId, id } = record;
    const before = (await readTags(db, this.table, [organizationId], [id])).get(id) ?? [];
    const { rows: used } = await sql<{ readonly tag: string }>`${usedBy(this.table, organizationId)}`.execute(db);
    const tags = new RecordTags(record, before, new Set(used.map(({ tag }) => tag)));
    changing(organizationId, by, tags);
    await this.write(db, tags, before);
    return { tags, before };
  }

  private async lock(db: Db, { id, organizations }: WhichRecord, where: string | undefined): Promise<TaggedRecord> {
    const { records, customer } = this.table;
    const { rows } = await sql<TaggedRecord>`
      select organization_id as "organizationId", id, ${sql.ref(customer)} as "customerId" from ${sql.table(records)}
      where ${anyOf('organization_id', organizations)} and id = ${id} ${where ? sql.raw(`and ${where}`) : sql``} for share`.execute(
      db,
    );
    const [record] = rows;
    if (!record) throw new ResourceNotFound();
    const name = lockOfTags(this.table, record.organizationId);
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db);
    return record;
  }

  private async write(db: Db, { record: { organizationId, id }, all }: RecordTags, before: readonly string[]): Promise<void> {
    const { table, column } = this.table;
    const removed = before.filter((tag) => !all.includes(tag));
    if (removed.length > 0) await this.delete(db, organizationId, [id], removed);
    const added = all.filter((tag) => !before.includes(tag));
    if (added.length === 0) return;
    await sql`insert into ${sql.table(table)} (organization_id, tag, ${sql.ref(column)})
      select ${organizationId}::uuid, tag, ${id}::uuid from unnest(${added}::text[]) as t (tag)`.execute(db);
  }

  private async delete(db: Db, organizationId: string, ids: readonly string[], tags?: readonly string[]): Promise<void> {
    const { table, column } = this.table;
    await sql`delete from ${sql.table(table)} where organization_id = ${organizationId} and ${anyOf(column, ids)}
      and ${tags ? sql`tag = any(${tags}::text[])` : sql`true`}`.execute(db);
  }
}
