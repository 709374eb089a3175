import { Controller, Delete, Get, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, RequireScope, type SellerPrincipal } from '#platform/auth';
import { Idempotent, Input, type InputOf, MANAGEMENT_NOT_PERMITTED, type Page, pageOf, Responses } from '#platform/http';
import { CreateDownloadToken } from '../../commands/create-download-token.ts';
import { RevokeDownloadToken } from '../../commands/revoke-download-token.ts';
import { CreatedDownloadTokenView, DownloadTokenView } from '../../queries/download-token.view.ts';
import { GetDownloadToken } from '../../queries/get-download-token.ts';
import { ListDownloadTokens } from '../../queries/list-download-tokens.ts';
import { CreateDownloadTokenRequest, ListDownloadTokensRequest, OneDownloadTokenRequest } from './download-tokens.dto.ts';

const AREA = 'license keys';

@ApiTags('download_tokens')
@Controller('v1/download-tokens')
export class DownloadTokensController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @Responses({
    summary: 'List the download tokens of a license key',
    description: 'Returns the download tokens of a license key, newest first, without their texts. An extension.',
    ok: { status: 200, view: pageOf(DownloadTokenView, 'DownloadToken') },
  })
  @RequireScope(['releases:read', 'releases:write'])
  list(
    @Input(ListDownloadTokensRequest) { query }: InputOf<typeof ListDownloadTokensRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<Page<DownloadTokenView>> {
    const { license_key_id, ...page } = query;
    return this.queries.execute(new ListDownloadTokens(caller.access(AREA).visible, license_key_id, page));
  }

  @Post()
  @Idempotent()
  @Responses({
    summary: 'Create a download token',
    description:
      'Creates a token for clients that can only send an address: there it stands for the license key where updates of the product are asked for and downloaded, and nowhere else. What the license key does not get now, the token does not get either. Rotating or transferring the license key ends it. An extension.',
    ok: { status: 201, view: CreatedDownloadTokenView },
    errors: {
      403: MANAGEMENT_NOT_PERMITTED,
      409: ['TooManyDownloadTokens', 'The license key has as many download tokens as it can have.'],
    },
  })
  @RequireScope('releases:write')
  async create(
    @Input(CreateDownloadTokenRequest) { body }: InputOf<typeof CreateDownloadTokenRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<CreatedDownloadTokenView> {
    const access = caller.access(AREA);
    const wanted = { access, licenseKeyId: body.license_key_id, productId: body.product_id };
    const { id, token } = await this.commands.execute(new CreateDownloadToken(wanted));
    return { ...(await this.queries.execute(new GetDownloadToken(access.visible, id))), token };
  }

  @Delete(':id')
  @Responses({
    summary: 'Revoke a download token',
    description: 'Ends a download token with the next request. An extension.',
    ok: { status: 204, view: null },
    errors: {
      403: MANAGEMENT_NOT_PERMITTED,
      404: ['ResourceNotFound', 'The download token does not exist or belongs to another organization.'],
    },
  })
  @RequireScope('releases:write')
  revoke(
    @Input(OneDownloadTokenRequest) { path }: InputOf<typeof OneDownloadTokenRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<void> {
    return this.commands.execute(new RevokeDownloadToken(caller.access(AREA), path.id));
  }
}
