import { randomUUID } from 'node:crypto';
import type { MikroORM } from '@mikro-orm/postgresql';
import { ResourceNotFound } from '#kernel';
import { type TagTable, tagsOfRecords, usedTags } from '#engine/persistence';
import { MOST_DIFFERENT_TAGS, MOST_TAGS, type TagRepository, TooManyDifferentTags } from '#support/tags';

interface OpenedTags {
  readonly orm: MikroORM;
  readonly tags: TagRepository;
  readonly table: TagTable;
  /** Stores a record that can have tags. */
  record(organizationId: string): Promise<string>;
  close(): Promise<void>;
}

/** The tests that the repository of the tags of each kind of records passes. */
export function tagsContract(records: string, open: () => Promise<OpenedTags>): void {
  describe(`tags of ${records}`, () => {
    let opened: OpenedTags;
    let organization: string;
    beforeAll(async () => {
      opened = await open();
    });
    beforeEach(() => {
      organization = randomUUID();
    });
    afterAll(() => opened.close());

    const set = (id: string, ...tags: string[]) =>
      opened.tags.change({ id, organizations: [organization] }, (each) => each.replace(tags));
    const tagsOf = async (id: string) =>
      (await tagsOfRecords(opened.orm.em, opened.table, [organization], [id, randomUUID()])).get(id) ?? [];
    const used = () => usedTags(opened.orm.em, opened.table, [organization]);

    test('tags replace those that were there, and are counted', async () => {
      const [some, other] = [await opened.record(organization), await opened.record(organization)];
      await set(some, 'VIP', 'reseller');
      await set(other, 'vip');
      expect(await used()).toEqual([
        { tag: 'reseller', records: 1, is_exact: true },
        { tag: 'vip', records: 2, is_exact: true },
      ]);
      await set(some, 'vip', 'archive');
      expect([await tagsOf(some), await tagsOf(other)]).toEqual([['archive', 'vip'], ['vip']]);
      await opened.tags.erase(randomUUID(), [some]);
      await opened.tags.erase(organization, [some]);
      expect([await tagsOf(some), await used()]).toEqual([[], [{ tag: 'vip', records: 1, is_exact: true }]]);
    });

    test('tags move to another record as far as it has room', async () => {
      const [from, to] = [await opened.record(organization), await opened.record(organization)];
      await set(from, 'a', 'vip', 'z');
      await set(to, 'vip', ...Array.from({ length: MOST_TAGS - 2 }, (_, index) => `tag ${index}`));
      await opened.tags.move(organization, from, to);
      await opened.tags.move(organization, from, to);
      const moved = await tagsOf(to);
      expect([moved.length, moved.includes('a'), moved.includes('z'), await tagsOf(from)]).toEqual([MOST_TAGS, true, false, []]);
    });

    test('a change that throws stores nothing; a foreign record is not found', async () => {
      const id = await opened.record(organization);
      await set(id, 'vip');
      const broken = opened.tags.change({ id, organizations: [organization] }, (each) => {
        each.replace(['other']);
        throw new Error('no');
      });
      await expect(broken).rejects.toThrow('no');
      const foreign = opened.tags.change({ id, organizations: [randomUUID()] }, (each) => each.replace([]));
      await expect(foreign).rejects.toThrow(ResourceNotFound);
      expect(await tagsOf(id)).toEqual(['vip']);
    });

    test('an organization has a limited number of different tags, even if two are added at once', async () => {
      const ids = [await opened.record(organization), await opened.record(organization)];
      const { table, column } = opened.table;
      await opened.orm.em
        .fork()
        .execute(`insert into ${table} (organization_id, tag, ${column}) select ?, 'tag ' || n, ? from generate_series(2, ?) n`, [
          organization,
          randomUUID(),
          MOST_DIFFERENT_TAGS,
        ]);
      const outcomes = await Promise.allSettled([set(ids[0]!, 'first'), set(ids[1]!, 'second')]);
      expect(outcomes.filter(({ status }) => status === 'rejected')).toMatchObject([
        { reason: expect.any(TooManyDifferentTags) },
      ]);
      await set(ids[0]!, 'tag 2', 'tag 3');
      expect(await tagsOf(ids[0]!)).toEqual(['tag 2', 'tag 3']);
    });
  });
}
