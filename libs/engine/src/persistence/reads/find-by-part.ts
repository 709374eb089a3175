import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import { anyOf } from '../kysely.ts';
import { rarePartOf, rarestWord, type Sample, wordsOf } from '../rarest-word.ts';
import { containing, hasTrigram } from '../text-search.ts';
import { readDb } from './read-db.ts';

/** How many rows are read in order for a text of which every word is common, and how many to see what is rare. */
const READ_IN_ORDER = 10_000;
const SAMPLED = 300;

/** A sample can take a part for rare that many have: so many rows with the text are enough. */
const FOUND_BY_PART = 250;

/** Sorts after all texts that begin with what comes before it. */
const LAST = '\u{10FFFF}';

/**
 * A table whose rows are found by a part of their texts. Each text has two indexes that begin with `organization_id`: of its trigrams
 * (`gin_trgm_ops`), and in its order (`text_pattern_ops`). The one in its order includes the column and `id`, so that reading many rows in
 * order does not look at the table. The one of trigrams is always of `lower(…)`: PostgreSQL would use it for a whole value of a column, too.
 */
export interface SearchedTable {
  readonly table: string;
  /** Which rows are searched. */
  readonly where: string;
  /** The column by which an index has the oldest and the newest rows of an organization. */
  readonly age: string;
  /**
   * A text that only one row of an organization has. If a row has all of the searched text, others are found by their beginnings only: by a
   * part takes longer the more rows there are, because each stretch of digits is in many of them.
   */
  readonly unique?: string;
  readonly texts: Readonly<Record<string, SearchedText>>;
}

/** Expressions in lower case and a condition, as in the indexes. */
interface SearchedText {
  readonly value: string;
  /** What the index of trigrams has, if that is not the value. */
  readonly trigrams?: string;
  readonly where: string;
}

export interface FoundByPart {
  readonly ids: readonly string[];
  /** False if there are more, or not all were compared with the text. */
  readonly isComplete: boolean;
}

/** What finds rows by one of their texts: its beginning, a part of the text that few have, or reading in order. */
interface Plan {
  readonly name: string;
  readonly part: string | null;
  readonly isInOrder: boolean;
}

type SampledRow = Readonly<Record<string, string | null>>;

/** Finds rows of organizations by a part of their texts, in any case: at most `most` by each text, first those that begin so, in its order. */
export class PartFinder {
  constructor(
    private readonly em: EntityManager,
    private readonly searched: SearchedTable,
    private readonly most: number,
  ) {}

  /** One row more than are returned shows that there are more. A text without three letters or digits has to begin so. */
  async find(organizations: readonly string[], text: string): Promise<FoundByPart> {
    if (organizations.length === 0) return { ids: [], isComplete: true };
    const wanted = text.toLowerCase();
    const plans = await this.plansFor(organizations, wanted);
    const statement = sql.join(
      plans.map((plan) => this.read(plan, organizations, wanted)),
      sql` union all `,
    );
    const { rows } = await sql<{ readonly name: string; readonly id: string }>`${statement}`.execute(readDb<object>(this.em));
    const found = plans.map((plan) => ({ ...plan, ids: rows.filter(({ name }) => name === plan.name).map(({ id }) => id) }));
    const isUnread = found.some(({ isInOrder, ids }) => isInOrder && ids.length <= this.most);
    return {
      ids: [...new Set(found.flatMap(({ ids }) => ids.slice(0, this.most)))],
      isComplete: found.every(({ ids }) => ids.length <= this.most) && !(isUnread && (await this.haveMore(organizations))),
    };
  }

  /**
   * An index of trigrams takes longest for those that every row has, such as the ends of names and the provider of an address, and longer the
   * more of them a text has. So it is asked only for a part that hardly any row of a sample has. If there is none, many rows are found soon.
   */
  private async plansFor(organizations: readonly string[], text: string): Promise<readonly Plan[]> {
    const names = Object.keys(this.searched.texts);
    if (!hasTrigram(text)) return names.map(byBeginning);
    const words = wordsOf(text);
    const [rows, isWhole] = await Promise.all([this.sample(organizations, names), this.isWhole(organizations, text)]);
    if (isWhole) return names.map(byBeginning);
    return names.map((name) => {
      const sample: Sample = { rows: rows.length, texts: rows.flatMap((row) => row[name] ?? []) };
      const word = rarestWord(words, sample);
      return { name, part: word && rarePartOf(word, sample), isInOrder: word === null };
    });
  }

  private async isWhole(organizations: readonly string[], text: string): Promise<boolean> {
    const { table, where, unique, texts } = this.searched;
    if (unique === undefined) return false;
    const { rows } = await sql`select from ${sql.table(table)} where ${anyOf('organization_id', organizations)}
      and ${sql.raw(where)} and ${sql.raw(texts[unique]!.value)} = ${text} limit 1`.execute(readDb<object>(this.em));
    return rows.length > 0;
  }

  /** The texts of some of the newest and the oldest rows of each organization. */
  private async sample(organizations: readonly string[], names: readonly string[]): Promise<readonly SampledRow[]> {
    const { table, where, age, texts } = this.searched;
    const values = names.map((name) => sql`${sql.raw(texts[name]!.value)} as ${sql.ref(name)}`);
    const some = (direction: 'asc' | 'desc') => sql`(
      select ${sql.join(values)} from ${sql.table(table)} where organization_id = o.organization_id and ${sql.raw(where)}
      order by ${sql.ref(age)} ${sql.raw(direction)}, id ${sql.raw(direction)} limit ${Math.ceil(SAMPLED / 2 / organizations.length)})`;
    const { rows } = await sql<SampledRow>`select s.* from unnest(${organizations}::uuid[]) as o (organization_id)
      cross join lateral (${some('asc')} union all ${some('desc')}) as s`.execute(readDb<object>(this.em));
    return rows;
  }

  private read({ name, part, isInOrder }: Plan, organizations: readonly string[], text: string): RawBuilder<unknown> {
    const { table, where, texts } = this.searched;
    const searched = texts[name]!;
    const value = sql.raw(searched.value);
    const trigrams = sql.raw(searched.trigrams ?? searched.value);
    const limit = this.most + 1;
    const all = sql`select id, ${value} as value from ${sql.table(table)}
      where organization_id = o.organization_id and ${sql.raw(where)} and ${sql.raw(searched.where)}`;
    const inOrder = sql`order by value using ~<~ limit ${limit}`;
    const beginning = sql`${all} and ${value} ~>=~ ${text} and ${value} ~<~ ${text + LAST}
      order by ${value} using ~<~ limit ${limit}`;
    const firstInOrder = sql`select * from (
      ${all} order by ${value} using ~<~ limit ${readInOrder(organizations)}) as r where strpos(r.value, ${text}) > 1`;
    const withPart = sql`select * from (
      ${all} and ${trigrams} like ${containing(part ?? '')} and strpos(${value}, ${text}) > 1 limit ${FOUND_BY_PART}) as r ${inOrder}`;
    const others = isInOrder ? firstInOrder : part === null ? null : withPart;
    return sql`(select ${sql.lit(name)} as name, c.id from unnest(${organizations}::uuid[]) as o (organization_id) cross join lateral (
      (${beginning}) ${others ? sql`union all (${others}) limit ${limit}` : sql``}) as c ${inOrder})`;
  }

  /** Whether an organization has more rows than are read in order. */
  private async haveMore(organizations: readonly string[]): Promise<boolean> {
    const { table, where } = this.searched;
    const { rows } = await sql`
      select from unnest(${organizations}::uuid[]) as o (organization_id) cross join lateral (
        select from ${sql.table(table)} where organization_id = o.organization_id and ${sql.raw(where)}
        offset ${readInOrder(organizations)} limit 1) as c limit 1`.execute(readDb<object>(this.em));
    return rows.length > 0;
  }
}

const byBeginning = (name: string): Plan => ({ name, part: null, isInOrder: false });

const readInOrder = (organizations: readonly string[]): number => Math.ceil(READ_IN_ORDER / organizations.length);
