import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import { anyOf, newestTagged } from '#engine/persistence';
import { tagIn } from '#support/tags';
import { LICENSE_KEY_TAGS } from '../adapters/persistence/sql/license-key-tags.ts';
import { type FoundKey, SearchKeys } from '../contract/search-keys.ts';
import { KeyPages, type ListedRow } from './key-pages.ts';
import { problemOf } from './problem-of-key.ts';
import { MOST_COUNTED } from './search-license-keys.ts';

const ORDER = { by: 'created_at', isDescending: true } as const;

@QueryHandler(SearchKeys)
export class SearchKeysHandler implements IQueryHandler<SearchKeys> {
  constructor(
    private readonly em: EntityManager,
    private readonly pages: KeyPages,
    private readonly clock: Clock,
  ) {}

  async execute({ organizations, text, customers, limit }: SearchKeys): Promise<readonly FoundKey[]> {
    const tag = tagIn(text) ?? null;
    const [tagged, found] = await Promise.all([
      tag === null ? [] : this.tagged(organizations, tag, limit),
      this.pages.first(organizations, text, { order: ORDER, after: null, limit, countAtMost: MOST_COUNTED }, customers),
    ]);
    const others = found.filter(({ id }) => tagged.every((each) => each.id !== id));
    return [...tagged.map((row) => this.toFound(row, tag)), ...others.map((row) => this.toFound(row, null))].slice(0, limit);
  }

  private async tagged(organizations: readonly string[], tag: string, limit: number): Promise<readonly ListedRow[]> {
    const ids = await newestTagged(this.em, LICENSE_KEY_TAGS, organizations, tag, limit);
    if (ids.length === 0) return [];
    return this.pages.read(organizations, () => anyOf('k.id', ids), { order: ORDER, after: null, limit });
  }

  private toFound(row: ListedRow, tag: string | null): FoundKey {
    const { id, organization_id, customer_id, display_key, status } = row;
    const problem = problemOf(row, this.clock.now(organization_id));
    return { id, organization_id, customer_id, display_key, status, problem, tag };
  }
}
