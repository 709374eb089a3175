import { Controller, Get } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, RequireScope, type SellerPrincipal } from '#platform/auth';
import { Input, type InputOf, type Page, pageOf, Responses } from '#platform/http';
import { ListReleaseDownloads } from '../../queries/list-release-downloads.ts';
import { ReleaseDownloadView } from '../../queries/release-download.view.ts';
import { ListReleaseDownloadsRequest } from './releases.dto.ts';

@ApiTags('releases')
@Controller('v1/releases/downloads')
export class ReleaseDownloadsController {
  constructor(private readonly queries: QueryBus) {}

  @Get()
  @Responses({
    summary: 'List downloads of releases',
    description:
      'Returns which license keys downloaded which versions, and how often: one item for each license key and release, the last downloads first. What was downloaded within the last seconds may be missing. An extension.',
    ok: { status: 200, view: pageOf(ReleaseDownloadView, 'ReleaseDownload') },
  })
  @RequireScope(['releases:read', 'releases:write'])
  listDownloads(
    @Input(ListReleaseDownloadsRequest) { query }: InputOf<typeof ListReleaseDownloadsRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<Page<ReleaseDownloadView>> {
    const { page, limit, ...filter } = query;
    return this.queries.execute(new ListReleaseDownloads(caller.access('products'), filter, { page, limit }));
  }
}
