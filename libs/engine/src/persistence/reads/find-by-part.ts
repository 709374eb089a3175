import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { isUuid } from '#kernel';
import { spellingsOf } from '#support/texts';
import { anyOf } from '../kysely.ts';
import { rarePartOf, rarestWord, type Sample, wordsOf } from '../rarest-word.ts';
import { containing, hasTrigram } from '../text-search.ts';
import { readDb } from './read-db.ts';

/** How many rows are read in order for a text of which every word is common, and how many to see what is rare. */
const READ_IN_ORDER = 10_000;
const SAMPLED = 300;

/** The way of what is found by its id. The others are numbered. */
const BY_ID = 'id';

/** Sorts after all texts that begin with what comes before it. */
const LAST = '\u{10FFFF}';

/**
 * A table whose rows are found by a part of their texts. Each text has two indexes that begin with `organization_id`: of its trigrams
 * (`gin_trgm_ops`), and in its order (`text_pattern_ops`). The one in its order includes the column and `id`, so that reading many rows in
 * order does not look at the table. The one of trigrams is of an expression: PostgreSQL would use it for a whole value of a column, too.
 */
export interface SearchedTable {
  readonly table: string;
  /** Which rows are searched. */
  readonly where: string;
  /** The column by which an index has the oldest and the newest rows of an organization. */
  readonly age: string;
  /**
   * A column in lower case whose value only one row of an organization has. If it is the searched text, other rows are found by their
   * beginnings only: by a part takes longer the more rows there are, because each stretch of digits is in many of them.
   */
  readonly unique?: string;
  /** Whether the texts are `platform.folded(…)`, so that rows are found without accents, too. */
  readonly isFolded?: boolean;
  readonly texts: Readonly<Record<string, SearchedText>>;
}

/** An expression in lower case and a condition, as in the indexes. */
interface SearchedText {
  readonly value: string;
  readonly where: string;
}

export interface FoundByPart {
  /** All of the rows, or the first ones of each text in its order. */
  readonly ids: readonly string[];
  /** False if there are more: which ones, `hasText` says. */
  readonly isComplete: boolean;
  /** One of these is what a text of the rows begins with, or contains: as the table has its texts. */
  readonly texts: readonly string[];
  readonly isBeginning: boolean;
}

/** The condition that one of the values of a row, as the table has its texts, begins with what was searched, or contains it. */
function hasText(values: readonly string[], { texts, isBeginning }: FoundByPart): RawBuilder<SqlBool> {
  const compared = sql.raw(isBeginning ? 'starts_with' : 'strpos');
  const conditions = values.flatMap((value) =>
    texts.map((text) => sql`${compared}(${sql.raw(value)}, ${text})${sql.raw(isBeginning ? '' : ' > 0')}`),
  );
  return sql`(${sql.join(conditions, sql` or `)})`;
}

/** The condition that a row of the searched table is found. */
export const isFound = ({ texts }: SearchedTable, found: FoundByPart): RawBuilder<SqlBool> =>
  found.isComplete
    ? sql`id = any(${found.ids}::uuid[])`
    : hasText(
        Object.values(texts).map(({ value }) => value),
        found,
      );

/** A view of rows that were searched, with `organization_id`, `id` and their texts as the table of them has these. */
interface SearchedView {
  readonly view: string;
  /** The column of other tables that refers to them. */
  readonly reference: string;
  readonly texts: readonly string[];
}

/**
 * The condition that what a row refers to is found. `table` is the name or alias of a table with `organization_id` and the reference. The
 * subquery has one value, so that PostgreSQL cannot read all searched rows first to find a few.
 */
export function refersToFound(table: string, { view, reference, texts }: SearchedView, found: FoundByPart): RawBuilder<SqlBool> {
  const referred = sql.ref(`${table}.${reference}`);
  if (found.isComplete) return sql`${referred} = any(${found.ids}::uuid[])`;
  const values = texts.map((text) => `searched.${text}`);
  return sql`(select ${hasText(values, found)} from ${sql.table(view)} as searched
    where searched.organization_id = ${sql.ref(`${table}.organization_id`)} and searched.id = ${referred})`;
}

/** What finds rows by one of their texts: its beginning, a part of the text that few have, or reading in order. */
interface Plan {
  readonly name: string;
  /** How the text is written. */
  readonly text: string;
  readonly part: string | null;
  readonly isInOrder: boolean;
}

type SampledRow = Readonly<Record<string, string | null>>;

/** Finds rows of organizations by a part of their texts, in any case and maybe without accents, and by their whole id. */
export class PartFinder {
  constructor(
    private readonly em: EntityManager,
    private readonly searched: SearchedTable,
  ) {}

  /**
   * At most `most` by each text and each way to write what is searched, first those that begin so, in its order; without `most` all of them. One row more than are returned shows
   * that there are more. A text without three letters or digits has to begin so.
   */
  async find(organizations: readonly string[], text: string, most: number | null): Promise<FoundByPart> {
    const wanted = text.toLowerCase();
    if (organizations.length === 0) return { ids: [], isComplete: true, texts: [wanted], isBeginning: true };
    const { plans, isBeginning } = await this.plansFor(organizations, wanted, most);
    const limit = most === null ? null : most + 1;
    const byId = isUuid(wanted) ? [this.readById(organizations, wanted)] : [];
    const statement = sql.join(
      [...byId, ...plans.map((plan, n) => this.read(plan, String(n), organizations, limit))],
      sql` union all `,
    );
    const { rows } = await sql<{ readonly way: string; readonly id: string }>`${statement}`.execute(readDb<object>(this.em));
    const idsOf = (which: string): readonly string[] => rows.filter(({ way }) => way === which).map(({ id }) => id);
    const found = plans.map((plan, n) => ({ ...plan, ids: idsOf(String(n)) }));
    const isUnread = found.some(({ isInOrder }) => isInOrder);
    const hasAll = found.every(({ ids }) => most === null || ids.length <= most);
    return {
      ids: [...new Set([...idsOf(BY_ID), ...found.flatMap(({ ids }) => ids.slice(0, most ?? undefined))])],
      isComplete: hasAll && !(isUnread && (await this.haveMore(organizations))),
      texts: [...new Set(plans.map((plan) => plan.text))],
      isBeginning,
    };
  }

  /**
   * An index of trigrams takes longest for those that every row has, such as the ends of names and the provider of an address, and longer the
   * more of them a text has. So it is asked for a part that hardly any row of a sample has. If there is none, it is asked for all of the
   * text, unless that is common itself: then many rows are found soon by reading in order.
   */
  private async plansFor(
    organizations: readonly string[],
    text: string,
    most: number | null,
  ): Promise<{ readonly plans: readonly Plan[]; readonly isBeginning: boolean }> {
    const names = Object.keys(this.searched.texts);
    const spellings = this.searched.isFolded ? spellingsOf(text) : [text];
    const beginningWith = (those: readonly string[]) => ({
      plans: those.flatMap((each) => names.map((name): Plan => ({ name, text: each, part: null, isInOrder: false }))),
      isBeginning: true,
    });
    if (!hasTrigram(spellings[0]!)) return beginningWith(spellings);
    const [rows, isWhole] = await Promise.all([this.sample(organizations, names), this.isWhole(organizations, text)]);
    if (isWhole) return beginningWith(spellings.slice(0, 1));
    const planFor = (name: string, each: string): Plan => {
      const sample: Sample = { rows: rows.length, texts: rows.flatMap((row) => row[name] ?? []) };
      const word = rarestWord(wordsOf(each), sample);
      if (word !== null) return { name, text: each, part: rarePartOf(word, sample), isInOrder: false };
      const isInOrder = most !== null && rarestWord([each], sample) === null;
      return { name, text: each, part: isInOrder ? null : each, isInOrder };
    };
    const plans = spellings.filter(hasTrigram).flatMap((each) => names.map((name) => planFor(name, each)));
    return { plans, isBeginning: false };
  }

  private async isWhole(organizations: readonly string[], text: string): Promise<boolean> {
    const { table, where, unique } = this.searched;
    if (unique === undefined) return false;
    const { rows } = await sql`select from ${sql.table(table)} where ${anyOf('organization_id', organizations)}
      and ${sql.raw(where)} and ${sql.ref(unique)} = ${text} limit 1`.execute(readDb<object>(this.em));
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

  private readById(organizations: readonly string[], id: string): RawBuilder<unknown> {
    const { table, where } = this.searched;
    return sql`(select ${sql.lit(BY_ID)} as way, id from ${sql.table(table)}
      where ${anyOf('organization_id', organizations)} and ${sql.raw(where)} and id = ${id})`;
  }

  private read(
    { name, text, part, isInOrder }: Plan,
    way: string,
    organizations: readonly string[],
    limit: number | null,
  ): RawBuilder<unknown> {
    const { table, where, texts } = this.searched;
    const searched = texts[name]!;
    const value = sql.raw(searched.value);
    const all = sql`select id, ${value} as value from ${sql.table(table)}
      where organization_id = o.organization_id and ${sql.raw(where)} and ${sql.raw(searched.where)}`;
    const inOrder = sql`order by value using ~<~ limit ${limit}`;
    const beginning = sql`${all} and ${value} ~>=~ ${text} and ${value} ~<~ ${text + LAST}
      order by ${value} using ~<~ limit ${limit}`;
    const firstInOrder = sql`select * from (
      ${all} order by ${value} using ~<~ limit ${readInOrder(organizations)}) as r where strpos(r.value, ${text}) > 1`;
    const withPart = sql`select * from (
      ${all} and ${value} like ${containing(part ?? '')} and strpos(${value}, ${text}) > 1 limit ${limit}) as r ${inOrder}`;
    const others = isInOrder ? firstInOrder : part === null ? null : withPart;
    return sql`(select ${sql.lit(way)} as way, c.id from unnest(${organizations}::uuid[]) as o (organization_id) cross join lateral (
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

const readInOrder = (organizations: readonly string[]): number => Math.ceil(READ_IN_ORDER / organizations.length);
