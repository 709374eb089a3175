import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { type RawBuilder, sql } from 'kysely';
import { containing, hasTrigram, readDb } from '#platform/persistence';
import { type FoundCustomers, SearchCustomers } from '../contract/search-customers.ts';
import { rarestWord, wordsOf } from './rarest-word.ts';

/** The most customers found by the address, and by the name. */
const FOUND_CUSTOMERS = 25;

/** How many customers are read in order for a text of which every word is common, and how many to see which words are. */
const READ_IN_ORDER = 10_000;
const SAMPLED = 300;

/** Sorts after all texts that begin with what comes before it. */
const LAST = '\u{10FFFF}';

const WAYS = ['email', 'name'] as const;
type Way = (typeof WAYS)[number];
const VALUES: Readonly<Record<Way, RawBuilder<unknown>>> = { email: sql`email_key`, name: sql`lower(name)` };

/** What finds customers by an address or a name: its beginning, a word of the text that few have, or reading in order. */
interface Plan {
  readonly way: Way;
  readonly word: string | null;
  readonly isInOrder: boolean;
}

interface Found {
  readonly way: Way;
  readonly id: string;
}

@QueryHandler(SearchCustomers)
export class SearchCustomersHandler implements IQueryHandler<SearchCustomers> {
  constructor(private readonly em: EntityManager) {}

  /** In the order of addresses and names. One customer more than are returned shows that there are more. */
  async execute({ organizations, text }: SearchCustomers): Promise<FoundCustomers> {
    const searched = text.toLowerCase();
    const plans = await this.plansFor(organizations, searched);
    const statement = sql.join(
      plans.map((plan) => this.find(plan, organizations, searched)),
      sql` union all `,
    );
    const { rows } = await sql<Found>`${statement}`.execute(readDb<object>(this.em));
    const ways = plans.map((plan) => ({ ...plan, ids: rows.filter(({ way }) => way === plan.way).map(({ id }) => id) }));
    const isUnread = ways.some(({ isInOrder, ids }) => isInOrder && ids.length <= FOUND_CUSTOMERS);
    return {
      ids: [...new Set(ways.flatMap(({ ids }) => ids.slice(0, FOUND_CUSTOMERS)))],
      isComplete: ways.every(({ ids }) => ids.length <= FOUND_CUSTOMERS) && !(isUnread && (await this.haveMore(organizations))),
    };
  }

  /**
   * An index of trigrams takes longest for words that everybody has, such as the provider of an address, and longer the more of them a text
   * has. So it is asked for one word only, that hardly any customer of a sample has. If there is none, many customers are found soon.
   */
  private async plansFor(organizations: readonly string[], text: string): Promise<readonly Plan[]> {
    if (!hasTrigram(text)) return WAYS.map((way) => ({ way, word: null, isInOrder: false }));
    const words = wordsOf(text);
    const sample = await this.sample(organizations);
    return WAYS.map((way) => {
      const word = rarestWord(
        words,
        sample.map((row) => row[way] ?? ''),
      );
      return { way, word, isInOrder: word === null };
    });
  }

  /** The newest and the oldest customers of each organization. */
  private async sample(organizations: readonly string[]): Promise<readonly { readonly [way in Way]: string | null }[]> {
    const some = (direction: 'asc' | 'desc') => sql`(
      select ${VALUES.email} as email, ${VALUES.name} as name from customer_portal.customers
      where organization_id = o.id and deleted_at is null
      order by created_at ${sql.raw(direction)}, id ${sql.raw(direction)} limit ${Math.ceil(SAMPLED / 2 / organizations.length)})`;
    const { rows } = await sql<{ readonly [way in Way]: string | null }>`
      select c.* from unnest(${organizations}::uuid[]) as o (id)
      cross join lateral (${some('asc')} union all ${some('desc')}) as c`.execute(readDb<object>(this.em));
    return rows;
  }

  private find({ way, word, isInOrder }: Plan, organizations: readonly string[], text: string): RawBuilder<unknown> {
    const value = VALUES[way];
    const all = sql`select id, ${value} as value from customer_portal.customers
      where organization_id = o.id and deleted_at is null`;
    const inOrder = sql`order by value using ~<~ limit ${FOUND_CUSTOMERS + 1}`;
    const beginning = sql`${all} and ${value} ~>=~ ${text} and ${value} ~<~ ${text + LAST}
      order by ${value} using ~<~ limit ${FOUND_CUSTOMERS + 1}`;
    const read = sql`select * from (
      ${all} order by ${value} using ~<~ limit ${readInOrder(organizations)}) as r where strpos(r.value, ${text}) > 0 limit ${FOUND_CUSTOMERS + 1}`;
    const withWord = sql`with f as materialized (
      ${all} and ${value} like ${containing(word ?? '')} and strpos(${value}, ${text}) > 0) select * from f ${inOrder}`;
    const found = isInOrder ? sql`(${beginning}) union (${read})` : word === null ? beginning : withWord;
    return sql`(select ${sql.lit(way)} as way, c.id from unnest(${organizations}::uuid[]) as o (id)
      cross join lateral (${found}) as c ${inOrder})`;
  }

  /** Whether an organization has more customers than are read in order. */
  private async haveMore(organizations: readonly string[]): Promise<boolean> {
    const { rows } = await sql`
      select from unnest(${organizations}::uuid[]) as o (id) cross join lateral (
        select from customer_portal.customers where organization_id = o.id and deleted_at is null
        offset ${readInOrder(organizations)} limit 1) as c limit 1`.execute(readDb<object>(this.em));
    return rows.length > 0;
  }
}

const readInOrder = (organizations: readonly string[]): number => Math.ceil(READ_IN_ORDER / organizations.length);
