import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import { type Access, ResourceNotFound } from '#kernel';
import { offsetOf, type Page, type Paging, toPage } from '#platform/http';
import { anyOf, readDb } from '#engine/persistence';
import type { DownloadTables } from '../adapters/persistence/download.mapping.ts';
import type { BenefitFileView } from './benefit-file.view.ts';
import { commonFields, completeFiles } from './file-rows.ts';
import { visibleBenefits } from './visible-benefits.ts';

/** The files of a `downloadables` benefit, in its order. Throws `ResourceNotFound` for benefits of other types. */
export class ListBenefitFiles extends Query<Page<BenefitFileView>> {
  constructor(
    readonly access: Access,
    readonly benefitId: string,
    readonly paging: Paging,
  ) {
    super();
  }
}

@QueryHandler(ListBenefitFiles)
export class ListBenefitFilesHandler implements IQueryHandler<ListBenefitFiles> {
  constructor(private readonly em: EntityManager) {}

  async execute({ access, benefitId, paging }: ListBenefitFiles): Promise<Page<BenefitFileView>> {
    const benefit = await visibleBenefits(this.em, access.visible)
      .select(['organization_id', 'properties as stored'])
      .where('id', '=', benefitId)
      .where('type', '=', 'downloadables')
      .executeTakeFirst();
    if (!benefit) throw new ResourceNotFound();
    const { files } = benefit.stored as { readonly files: readonly string[] };
    const existing = completeFiles(this.em).where('organization_id', '=', benefit.organization_id).where(anyOf('id', files));
    const page = existing
      .orderBy(sql`array_position(${files}::uuid[], id)`)
      .limit(paging.limit)
      .offset(offsetOf(paging));
    const [rows, { total }, counts] = await Promise.all([
      page.execute(),
      existing
        .clearSelect()
        .select(sql<string>`count(*)`.as('total'))
        .executeTakeFirstOrThrow(),
      this.countsOf(benefitId, benefit.organization_id),
    ]);
    return toPage(
      rows.map(({ service: _service, created_at, ...file }) => ({
        ...commonFields(file),
        service: 'downloadable',
        created_at,
        flagged_malicious_at: null,
        ...(counts.get(file.id) ?? { downloads: 0, downloaders: 0 }),
      })),
      Number(total),
      paging,
    );
  }

  private async countsOf(benefitId: string, organizationId: string) {
    const rows = await readDb<DownloadTables>(this.em)
      .selectFrom('catalog.download_totals')
      .select(['file_id', 'downloads', 'downloaders'])
      .where('benefit_id', '=', benefitId)
      .where('organization_id', '=', organizationId)
      .execute();
    return new Map(rows.map(({ file_id, ...counts }) => [file_id, counts]));
  }
}
