import { Controller, Get } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentExchange, type Exchange, Input, type InputOf, Responses, Unlimited } from '#platform/http';
import { IssueKeySet } from '../../commands/keys/issue-key-set.ts';
import { IssueStatusList } from '../../commands/leases/issue-status-list.ts';
import type { KeySetView } from '../../queries/lease.view.ts';
import { KeySetRequest, StatusListRequest } from './lease.dto.ts';
import { GET_KEY_SET, GET_STATUS_LIST } from './lease-operations.ts';

const CACHED = 'public, max-age=300';

/** For applications and caches: what is needed to verify signatures. */
@ApiTags('customer_portal')
@Controller('.well-known/latchkey/:organization_id')
export class PublishedKeysController {
  constructor(private readonly commands: CommandBus) {}

  @Get('jwks.json')
  @Unlimited('It only reads, and caches keep the response.')
  @Responses(GET_KEY_SET)
  async keys(
    @Input(KeySetRequest) { path }: InputOf<typeof KeySetRequest>,
    @CurrentExchange() { reply }: Exchange,
  ): Promise<KeySetView> {
    const { keys, signedKeys, root } = await this.commands.execute(new IssueKeySet(path.organization_id));
    void reply.header('cache-control', CACHED);
    return { keys: [...keys], signed_keys: signedKeys, root };
  }

  @Get('status-lists/:list')
  @Unlimited('It only reads, and requests at the same time share a statement.')
  @Responses(GET_STATUS_LIST)
  async statusList(
    @Input(StatusListRequest) { path }: InputOf<typeof StatusListRequest>,
    @CurrentExchange() { reply }: Exchange,
  ): Promise<string> {
    const token = await this.commands.execute(new IssueStatusList(path.organization_id, path.list));
    void reply.headers({ 'cache-control': CACHED, 'content-type': GET_STATUS_LIST.ok.mediaType });
    return token;
  }
}
