import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type Access, ResourceNotFound } from '#kernel';
import { cursorOf, type Position } from '#platform/wire';
import { type IncrementFilter, positionOf, readIncrements } from './increments-of-key.ts';
import type { KeptIncrementsView } from './kept-increment.view.ts';
import { LicenseKeyLoader } from './license-key-loader.ts';

/** A page of the increments of a license key that are kept, newest first. Throws `ResourceNotFound`. */
export class ListIncrements extends Query<KeptIncrementsView> {
  constructor(
    readonly access: Access,
    readonly id: string,
    readonly filter: IncrementFilter,
    readonly page: { readonly after: Position | null; readonly limit: number },
  ) {
    super();
  }
}

@QueryHandler(ListIncrements)
export class ListIncrementsHandler implements IQueryHandler<ListIncrements> {
  constructor(
    private readonly em: EntityManager,
    private readonly keys: LicenseKeyLoader,
  ) {}

  /** Reads one increment more than the page has. */
  async execute({ access, id, filter, page: { after, limit } }: ListIncrements): Promise<KeptIncrementsView> {
    const key = await this.keys.find(access.visible, id);
    if (!key) throw new ResourceNotFound();
    const page = { after, limit: limit + 1, isDescending: true };
    const found = await readIncrements(this.em, { organizationId: key.organization_id, id }, filter, page);
    const items = found.slice(0, limit);
    return { items, next_cursor: found.length > limit ? cursorOf(positionOf(items.at(-1)!)) : null };
  }
}
