import { Controller, Get } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, type PortalPrincipal, RequireCustomer } from '#platform/auth';
import { Responses, Input, type InputOf, type Page, pageOf } from '#platform/http';
import { DownloadableView } from '../../queries/downloadable.view.ts';
import { ListDownloadables } from '../../queries/list-downloadables.ts';
import { ListDownloadablesRequest } from './downloadables.dto.ts';

/** The files that a customer may download, as far as the session may see them. */
@ApiTags('customer_portal')
@Controller('v1/customer-portal/downloadables')
export class PortalDownloadablesController {
  constructor(private readonly queries: QueryBus) {}

  @Get()
  @Responses({
    summary: 'List own downloadables',
    description:
      'Returns the files of the `downloadables` benefits that the customer has, each with a URL to download it. In a session of a member: those of the benefits that the member sees. Archived and deleted files are not included. A URL is valid for an hour, and only as long as the benefit is granted and has the file. Requests of the URL can be conditional and can ask for ranges, so that downloads resume.',
    ok: { status: 200, view: pageOf(DownloadableView, 'DownloadableRead') },
  })
  @RequireCustomer()
  list(
    @Input(ListDownloadablesRequest) { query }: InputOf<typeof ListDownloadablesRequest>,
    @CurrentCaller() caller: PortalPrincipal,
  ): Promise<Page<DownloadableView>> {
    const { benefit_id, ...page } = query;
    return this.queries.execute(new ListDownloadables(caller.access, benefit_id, page));
  }
}
