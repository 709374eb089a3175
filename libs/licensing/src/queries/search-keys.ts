import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import { type FoundKey, SearchKeys } from '../contract/search-keys.ts';
import { KeyPages } from './key-pages.ts';
import { problemOf } from './problem-of-key.ts';
import { MOST_COUNTED } from './search-license-keys.ts';

@QueryHandler(SearchKeys)
export class SearchKeysHandler implements IQueryHandler<SearchKeys> {
  constructor(
    private readonly pages: KeyPages,
    private readonly clock: Clock,
  ) {}

  async execute({ organizations, text, customers, limit }: SearchKeys): Promise<readonly FoundKey[]> {
    const order = { by: 'created_at', isDescending: true } as const;
    const page = { order, after: null, limit, countAtMost: MOST_COUNTED };
    const rows = await this.pages.first(organizations, text, page, customers);
    return rows.map((row) => {
      const { id, organization_id, customer_id, display_key, status } = row;
      return { id, organization_id, customer_id, display_key, status, problem: problemOf(row, this.clock.now(organization_id)) };
    });
  }
}
