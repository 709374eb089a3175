import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { CompiledQuery } from 'kysely';
import { BatchLoader, readDb } from '#engine/persistence';
import { FindProductsBySlug } from '../contract/index.ts';

const BY_SLUG = `select p.organization_id, p.metadata ->> 'slug' as slug, array_agg(p.id order by p.id) as ids
  from unnest($1::uuid[], $2::text[]) as w (organization_id, slug)
  join catalog.products p on p.organization_id = w.organization_id and p.metadata ->> 'slug' = w.slug and p.deleted_at is null
  group by 1, 2`;

/** A slug may contain any character. */
const keyOf = (organizationId: string, slug: string): string => `${organizationId}/${slug}`;
const ORGANIZATION_LENGTH = 36;

@QueryHandler(FindProductsBySlug)
export class FindProductsBySlugHandler implements IQueryHandler<FindProductsBySlug> {
  private readonly products = new BatchLoader((keys) => this.read(keys), 'turn');

  constructor(private readonly em: EntityManager) {}

  async execute({ organizationId, slugs }: FindProductsBySlug): Promise<ReadonlyMap<string, readonly string[]>> {
    const found = await this.products.readAll(slugs.map((slug) => keyOf(organizationId, slug)));
    return new Map([...found].map(([key, ids]) => [key.slice(ORGANIZATION_LENGTH + 1), ids]));
  }

  private async read(keys: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
    const values = [keys.map((key) => key.slice(0, ORGANIZATION_LENGTH)), keys.map((key) => key.slice(ORGANIZATION_LENGTH + 1))];
    const { rows } = await readDb<object>(this.em).executeQuery<{ organization_id: string; slug: string; ids: string[] }>(
      CompiledQuery.raw(BY_SLUG, values),
    );
    return new Map(rows.map(({ organization_id, slug, ids }) => [keyOf(organization_id, slug), ids]));
  }
}
