import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { type CustomerAccess, derivedId } from '#kernel';
import { offsetOf, type Page, type Paging, toPage } from '#platform/http';
import { anyOf } from '#engine/persistence';
import { SignedUrls } from '#engine/secrets';
import { FindBenefits } from '../contract/index.ts';
import { FindOwnGrants } from '../needs/index.ts';
import type { DownloadableView } from './downloadable.view.ts';
import { commonFields, completeFiles } from './file-rows.ts';

/** What the URL of a download is signed for, and where it leads. The grant names the customer and the benefit. */
export const downloadOf = (grantId: string, fileId: string) =>
  ({
    purpose: 'download-address',
    subject: `${grantId}/${fileId}`,
    path: `/downloads/${grantId}/${fileId}`,
  }) as const;

/** The files that a session may download, in the order in which its benefits were created and in the order of their files. */
export class ListDownloadables extends Query<Page<DownloadableView>> {
  constructor(
    readonly access: CustomerAccess,
    readonly benefitIds: readonly string[] | undefined,
    readonly paging: Paging,
  ) {
    super();
  }
}

/** A file of a benefit that was granted. */
interface GrantedFile {
  readonly grantId: string;
  readonly benefitId: string;
  readonly fileId: string;
}

const idsOf = (files: readonly GrantedFile[]): string[] => [...new Set(files.map(({ fileId }) => fileId))];

@QueryHandler(ListDownloadables)
export class ListDownloadablesHandler implements IQueryHandler<ListDownloadables> {
  constructor(
    private readonly em: EntityManager,
    private readonly queries: QueryBus,
    private readonly urls: SignedUrls,
  ) {}

  async execute({ access, benefitIds, paging }: ListDownloadables): Promise<Page<DownloadableView>> {
    const granted = await this.grantedFiles(access, benefitIds);
    if (granted.length === 0) return toPage([], 0, paging);
    const existing = await this.existing(access, granted);
    const listed = granted.filter(({ fileId }) => existing.has(fileId));
    const page = listed.slice(offsetOf(paging), offsetOf(paging) + paging.limit);
    const files = await this.filesOf(access, page);
    const items = page.flatMap(({ grantId, benefitId, fileId }) => {
      const file = files.get(fileId);
      if (!file) return [];
      const download = { ...this.urls.of(downloadOf(grantId, fileId)), headers: {} };
      const id = derivedId(access.customerId, benefitId, fileId);
      return [{ id, benefit_id: benefitId, file: { ...file, download } }];
    });
    return toPage(items, listed.length, paging);
  }

  private async existing({ organizationId }: CustomerAccess, granted: readonly GrantedFile[]): Promise<ReadonlySet<string>> {
    const all = completeFiles(this.em).clearSelect().select('id').where('organization_id', '=', organizationId);
    const rows = await all.where(anyOf('id', idsOf(granted))).execute();
    return new Set(rows.map(({ id }) => id));
  }

  private async filesOf({ organizationId }: CustomerAccess, page: readonly GrantedFile[]) {
    const all = completeFiles(this.em).where('organization_id', '=', organizationId);
    const rows = await all.where(anyOf('id', idsOf(page))).execute();
    return new Map(rows.map(({ created_at: _created, ...file }) => [file.id, commonFields(file)]));
  }

  private async grantedFiles(access: CustomerAccess, benefitIds: readonly string[] | undefined): Promise<GrantedFile[]> {
    const grants = await this.queries.execute(new FindOwnGrants(access, benefitIds));
    const benefits = await this.queries.execute(new FindBenefits([...grants.keys()]));
    return [...benefits.values()]
      .sort((a, b) => a.created_at.getTime() - b.created_at.getTime() || (a.id < b.id ? -1 : 1))
      .flatMap((benefit) => {
        if (benefit.type !== 'downloadables' || benefit.is_deleted) return [];
        const { files, archived } = benefit.properties;
        const active = files.filter((fileId) => !archived[fileId]);
        return active.map((fileId) => ({ grantId: grants.get(benefit.id)!, benefitId: benefit.id, fileId }));
      });
  }
}
