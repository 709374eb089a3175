import { Controller, Delete, Get, HttpCode, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { type SellerPrincipal, CurrentCaller, RequireScope } from '#platform/auth';
import { BodyLimit, Idempotent, Input, type InputOf, NOT_PERMITTED, type Page, pageOf, Responses } from '#platform/http';
import { AddPoolEntries } from '../../commands/pools/add-pool-entries.ts';
import { RemovePoolEntry } from '../../commands/pools/remove-pool-entry.ts';
import { GetKeyPool } from '../../queries/get-key-pool.ts';
import { KeyPoolView, PoolEntryView, WaitingGrantView } from '../../queries/key-pool.view.ts';
import { ListPoolEntries } from '../../queries/list-pool-entries.ts';
import { ListWaitingGrants } from '../../queries/list-waiting-grants.ts';
import { AddEntriesRequest, ListEntriesRequest, ListWaitingGrantsRequest, OneEntryRequest } from './key-pool.dto.ts';
import { POOL_NOT_FOUND, READ_POOLS, WRITE_POOLS } from './key-pools.controller.ts';

const AREA = 'license keys';

@ApiTags('license_key_pools')
@Controller('v1/license-key-pools')
export class KeyPoolEntriesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get(':id/entries')
  @Responses({
    summary: 'List entries of a license key pool',
    description: 'Returns the entries of a pool in the order in which they become license keys. An extension.',
    ok: { status: 200, view: pageOf(PoolEntryView, 'LicenseKeyPoolEntry') },
    errors: { 404: POOL_NOT_FOUND },
  })
  @RequireScope(READ_POOLS)
  listEntries(
    @Input(ListEntriesRequest) { path, query }: InputOf<typeof ListEntriesRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<Page<PoolEntryView>> {
    const { status, ...paging } = query;
    return this.queries.execute(new ListPoolEntries(caller.access(AREA), path.id, status, paging));
  }

  @Post(':id/entries')
  @Idempotent()
  @HttpCode(200)
  @BodyLimit(4)
  @Responses({
    summary: 'Add entries to a license key pool',
    description:
      'Adds keys that were made elsewhere, all or, if one of them is invalid or taken, none. They are no license keys until a benefit grant gets them. Benefit grants that wait get theirs at once. An extension.',
    ok: { status: 200, view: KeyPoolView },
    errors: {
      403: NOT_PERMITTED,
      404: POOL_NOT_FOUND,
      409: ['KeyPoolFull', 'The pool would have more than 100,000 available entries.'],
    },
  })
  @RequireScope(WRITE_POOLS)
  async addEntries(
    @Input(AddEntriesRequest) { path, body }: InputOf<typeof AddEntriesRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<KeyPoolView> {
    const access = caller.access(AREA);
    await this.commands.execute(new AddPoolEntries(access, path.id, body.entries, body.allow_short_key));
    return this.queries.execute(new GetKeyPool(access, path.id));
  }

  @Delete(':id/entries/:entry_id')
  @Responses({
    summary: 'Remove an entry of a license key pool',
    description: 'Removes an entry that is no license key yet. Its key can be used again. An extension.',
    ok: { status: 204, view: null },
    errors: {
      403: NOT_PERMITTED,
      404: ['ResourceNotFound', 'The pool or the entry does not exist or belongs to another organization.'],
      409: ['PoolEntryClaimed', 'The entry is a license key already.'],
    },
  })
  @RequireScope(WRITE_POOLS)
  removeEntry(
    @Input(OneEntryRequest) { path }: InputOf<typeof OneEntryRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<void> {
    return this.commands.execute(new RemovePoolEntry(caller.access('products'), path.id, path.entry_id));
  }

  @Get(':id/waiting-grants')
  @Responses({
    summary: 'List benefit grants that wait for a license key',
    description:
      'Returns the benefit grants that have no license key because the pool was empty, the oldest first. An extension.',
    ok: { status: 200, view: pageOf(WaitingGrantView, 'WaitingBenefitGrant') },
    errors: { 404: POOL_NOT_FOUND },
  })
  @RequireScope(READ_POOLS)
  listWaitingGrants(
    @Input(ListWaitingGrantsRequest) { path, query }: InputOf<typeof ListWaitingGrantsRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<Page<WaitingGrantView>> {
    return this.queries.execute(new ListWaitingGrants(caller.access(AREA), path.id, query));
  }
}
