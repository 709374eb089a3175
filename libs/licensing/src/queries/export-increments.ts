import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type Access, ResourceNotFound } from '#kernel';
import { type IncrementFilter, positionOf, readIncrements } from './increments-of-key.ts';
import type { KeptIncrementView } from './kept-increment.view.ts';
import { LicenseKeyLoader } from './license-key-loader.ts';

const PAGE = 500;

/** All increments of a license key that are kept and match, oldest first, read in pages while they are taken. Throws `ResourceNotFound`. */
export class ExportIncrements extends Query<AsyncGenerator<KeptIncrementView, void>> {
  constructor(
    readonly access: Access,
    readonly id: string,
    readonly filter: IncrementFilter,
  ) {
    super();
  }
}

@QueryHandler(ExportIncrements)
export class ExportIncrementsHandler implements IQueryHandler<ExportIncrements> {
  constructor(
    private readonly em: EntityManager,
    private readonly keys: LicenseKeyLoader,
  ) {}

  async execute({ access, id, filter }: ExportIncrements): Promise<AsyncGenerator<KeptIncrementView, void>> {
    const key = await this.keys.find(access.visible, id);
    if (!key) throw new ResourceNotFound();
    return this.increments(key.organization_id, id, filter);
  }

  private async *increments(
    organizationId: string,
    id: string,
    filter: IncrementFilter,
  ): AsyncGenerator<KeptIncrementView, void> {
    const after = (last: KeptIncrementView | null) =>
      readIncrements(this.em, { organizationId, id }, filter, {
        after: last && positionOf(last),
        limit: PAGE,
        isDescending: false,
      });
    for (let page = await after(null); page.length > 0; page = page.length < PAGE ? [] : await after(page.at(-1)!)) yield* page;
  }
}
