import { Controller, Delete, Get, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiExcludeController } from '@nestjs/swagger';
import {
  ClientOrigin,
  CurrentExchange,
  type Exchange,
  Input,
  type InputOf,
  Intercepted,
  NotIdempotent,
  type Origin,
  PublicBody,
  Responses,
} from '#platform/http';
import { CreateDownloadToken } from '../../commands/create-download-token.ts';
import { FindPresentedKey } from '../../commands/find-presented-key.ts';
import { RevokeDownloadToken } from '../../commands/revoke-download-token.ts';
import type { CreatedDownloadTokenView, DownloadTokenView } from '../../queries/download-token.view.ts';
import { GetDownloadToken } from '../../queries/get-download-token.ts';
import { ListDownloadTokens } from '../../queries/list-download-tokens.ts';
import { OneOwnDownloadTokenRequest, OwnDownloadTokensRequest } from './download-tokens.dto.ts';
import { presentedFor, UNKNOWN_KEYS } from './license-credentials.ts';

/** A license key has fewer. */
const ALL = { page: 1, limit: 100 };

/** For the holder of a license key, which is the credential. Documented in the guide of releases. */
@ApiExcludeController()
@Controller('releases/:product/download-tokens')
export class OwnDownloadTokensController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @Intercepted({ failures: UNKNOWN_KEYS })
  @Responses({ summary: 'List the download tokens of a license key', ok: { status: 200, view: null } })
  async list(
    @Input(OwnDownloadTokensRequest) { headers, path }: InputOf<typeof OwnDownloadTokensRequest>,
    @ClientOrigin() origin: Origin,
  ): Promise<{ readonly items: readonly DownloadTokenView[] }> {
    const presented = presentedFor(path.product, headers, origin);
    const { organizationId, licenseKeyId } = await this.commands.execute(new FindPresentedKey(presented));
    const { items } = await this.queries.execute(new ListDownloadTokens([organizationId], licenseKeyId, ALL));
    return { items };
  }

  @Post()
  @Intercepted({ failures: UNKNOWN_KEYS })
  @NotIdempotent('A token whose text did not arrive is in the list, and is revoked.')
  @PublicBody()
  @Responses({ summary: 'Create a download token of a license key', ok: { status: 201, view: null } })
  async create(
    @Input(OwnDownloadTokensRequest) { headers, path }: InputOf<typeof OwnDownloadTokensRequest>,
    @ClientOrigin() origin: Origin,
    @CurrentExchange() { reply }: Exchange,
  ): Promise<CreatedDownloadTokenView> {
    const presented = presentedFor(path.product, headers, origin);
    const { organizationId, id, token } = await this.commands.execute(new CreateDownloadToken(presented));
    void reply.status(201);
    return { ...(await this.queries.execute(new GetDownloadToken([organizationId], id))), token };
  }

  @Delete(':id')
  @Intercepted({ failures: UNKNOWN_KEYS })
  @Responses({ summary: 'Revoke a download token of a license key', ok: { status: 204, view: null } })
  async revoke(
    @Input(OneOwnDownloadTokenRequest) { headers, path }: InputOf<typeof OneOwnDownloadTokenRequest>,
    @ClientOrigin() origin: Origin,
    @CurrentExchange() { reply }: Exchange,
  ): Promise<void> {
    await this.commands.execute(new RevokeDownloadToken(presentedFor(path.product, headers, origin), path.id));
    void reply.status(204);
  }
}
