import { Controller, Get, Put } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, RequireScope, type SellerPrincipal } from '#platform/auth';
import { Input, type InputOf, NOT_PERMITTED, Responses } from '#platform/http';
import { TagsView, UsedTagsView } from '#customer-portal/views';
import { SetLicenseKeyTags } from '../../commands/keys/set-license-key-tags.ts';
import { GetLicenseKeyTags, ListLicenseKeyTags } from '../../queries/license-key-tags.ts';
import { NOT_FOUND } from './license-key-operations.ts';
import { ListKeyTagsRequest, OneKeyRequest, SetKeyTagsRequest } from './license-key-tags.dto.ts';

const READ = ['license_keys:read', 'license_keys:write'] as const;
const AREA = 'license keys';

/** Tags, by which sellers sort their keys. */
@ApiTags('license_keys')
@Controller('v1/license-keys')
export class LicenseKeyTagsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get('tags')
  @RequireScope(READ)
  @Responses({
    summary: 'List tags of license keys',
    description:
      'Returns the tags that license keys have, with how many have each of them. It takes as long with many license keys as with few. An extension.',
    ok: { status: 200, view: UsedTagsView },
  })
  listTags(
    @Input(ListKeyTagsRequest) { query }: InputOf<typeof ListKeyTagsRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<UsedTagsView> {
    return this.queries.execute(new ListLicenseKeyTags(caller.access(AREA), query.organization_id));
  }

  @Get(':id/tags')
  @RequireScope(READ)
  @Responses({
    summary: 'Get the tags of a license key',
    description: 'Returns the tags of a license key. Customers never see them. An extension.',
    ok: { status: 200, view: TagsView },
    errors: NOT_FOUND,
  })
  getTags(
    @Input(OneKeyRequest) { path }: InputOf<typeof OneKeyRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<TagsView> {
    return this.queries.execute(new GetLicenseKeyTags(caller.access(AREA), path.id));
  }

  @Put(':id/tags')
  @RequireScope('license_keys:write')
  @Responses({
    summary: 'Set the tags of a license key',
    description:
      'Gives a license key these tags and no others. They are for those who work for the seller: neither customers nor webhooks get them. An extension.',
    ok: { status: 200, view: TagsView },
    errors: {
      ...NOT_FOUND,
      403: NOT_PERMITTED,
      409: ['TooManyDifferentTags', 'The license keys of the organization have as many different tags as they can have.'],
    },
  })
  async setTags(
    @Input(SetKeyTagsRequest) { path, body }: InputOf<typeof SetKeyTagsRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<TagsView> {
    const access = caller.access(AREA);
    await this.commands.execute(new SetLicenseKeyTags(access, path.id, body.tags));
    return this.queries.execute(new GetLicenseKeyTags(access, path.id));
  }
}
