import { Controller, Get } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, type PortalPrincipal, RequireCustomer } from '#platform/auth';
import { Input, type InputOf, offsetOf, type Page, pageOf, Responses, toPage } from '#platform/http';
import { ListOwnReleases, type OwnRelease } from '../../commands/list-own-releases.ts';
import { OwnReleaseView } from '../../queries/own-release.view.ts';
import { ListOwnReleasesRequest } from './own-releases.dto.ts';

/** A release for the owner of a license key, with signed URLs if the license key includes it. */
const ownReleaseBody = ({ release, artifacts, withheld, productName, downloads }: OwnRelease): OwnReleaseView => ({
  id: release.id,
  product_id: release.productId,
  product_name: productName,
  version: release.version,
  channel: release.channel,
  notes: { ...release.notes },
  published_at: release.publishedAt,
  withheld,
  artifacts: artifacts.map(({ id, describes, name, platform, architecture, kind, size, sha256, sha512, signature }) => ({
    id,
    describes,
    name,
    platform,
    architecture,
    kind,
    size,
    sha256,
    sha512,
    signature,
    download: downloads.get(id) ?? null,
  })),
});

/** What a customer can download with a license key. */
@ApiTags('customer_portal')
@Controller('v1/customer-portal/license-keys')
export class PortalReleasesController {
  constructor(private readonly commands: CommandBus) {}

  @Get(':id/releases')
  @RequireCustomer()
  @Responses({
    summary: 'List the releases for an own license key',
    description:
      'Returns the published releases of the products that bring the license key, newest first: the 50 newest versions of each of at most 10 products. Those that the license key includes have URLs to download their files, each valid for an hour, and only as long as the license key includes the release. Others say in `withheld` why it does not. An extension.',
    ok: { status: 200, view: pageOf(OwnReleaseView, 'CustomerRelease') },
    errors: { 404: ['ResourceNotFound', 'The license key does not exist or belongs to somebody else.'] },
  })
  async listReleases(
    @Input(ListOwnReleasesRequest) { path, query }: InputOf<typeof ListOwnReleasesRequest>,
    @CurrentCaller() caller: PortalPrincipal,
  ): Promise<Page<OwnReleaseView>> {
    const shown = { offset: offsetOf(query), limit: query.limit };
    const { releases, total } = await this.commands.execute(new ListOwnReleases(caller.access, path.id, shown));
    return toPage(releases.map(ownReleaseBody), total, query);
  }
}
