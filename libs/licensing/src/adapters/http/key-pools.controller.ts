import { Controller, Delete, Get, Patch, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { type SellerPrincipal, CurrentCaller, RequireScope } from '#platform/auth';
import { Idempotent, Input, type InputOf, NOT_PERMITTED, type Page, pageOf, Responses } from '#platform/http';
import { CreateKeyPool } from '../../commands/pools/create-key-pool.ts';
import { DeleteKeyPool } from '../../commands/pools/delete-key-pool.ts';
import { UpdateKeyPool } from '../../commands/pools/update-key-pool.ts';
import { GetKeyPool } from '../../queries/get-key-pool.ts';
import { KeyPoolView } from '../../queries/key-pool.view.ts';
import { ListKeyPools } from '../../queries/list-key-pools.ts';
import { CreateKeyPoolRequest, ListKeyPoolsRequest, OneKeyPoolRequest, UpdateKeyPoolRequest } from './key-pool.dto.ts';

const AREA = 'license keys';
export const READ_POOLS = ['license_keys:read', 'license_keys:write'] as const;
export const WRITE_POOLS = 'license_keys:write';
export const POOL_NOT_FOUND = ['ResourceNotFound', 'The pool does not exist or belongs to another organization.'] as const;

@ApiTags('license_key_pools')
@Controller('v1/license-key-pools')
export class KeyPoolsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @Responses({
    summary: 'List license key pools',
    description: 'Returns the pools of all organizations that the caller can access, newest first. An extension.',
    ok: { status: 200, view: pageOf(KeyPoolView, 'LicenseKeyPool') },
  })
  @RequireScope(READ_POOLS)
  list(
    @Input(ListKeyPoolsRequest) { query }: InputOf<typeof ListKeyPoolsRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<Page<KeyPoolView>> {
    const { organization_id, benefit_id, ...paging } = query;
    return this.queries.execute(new ListKeyPools(caller.access(AREA), { organization_id, benefit_id }, paging));
  }

  @Post()
  @Idempotent()
  @Responses({
    summary: 'Create a license key pool',
    description:
      'Creates an empty pool for a benefit. From then on, license keys that are granted by the benefit get the keys that were added to the pool, instead of generated ones, in the order in which they were added. An extension.',
    ok: { status: 201, view: KeyPoolView },
    errors: { 403: NOT_PERMITTED, 409: ['BenefitHasPool', 'The benefit has a pool already.'] },
  })
  @RequireScope(WRITE_POOLS)
  async create(
    @Input(CreateKeyPoolRequest) { body }: InputOf<typeof CreateKeyPoolRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<KeyPoolView> {
    const { name, benefit_id: benefitId, low_threshold: lowThreshold } = body;
    const organizationId = caller.organizationFor(body.organization_id, AREA);
    const access = caller.access(AREA);
    const id = await this.commands.execute(new CreateKeyPool(access, { organizationId, benefitId, name, lowThreshold }));
    return this.queries.execute(new GetKeyPool(access, id));
  }

  @Get(':id')
  @Responses({
    summary: 'Get a license key pool',
    description: 'Returns a pool with the numbers of its entries and of the benefit grants that wait for one. An extension.',
    ok: { status: 200, view: KeyPoolView },
    errors: { 404: POOL_NOT_FOUND },
  })
  @RequireScope(READ_POOLS)
  get(
    @Input(OneKeyPoolRequest) { path }: InputOf<typeof OneKeyPoolRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<KeyPoolView> {
    return this.queries.execute(new GetKeyPool(caller.access(AREA), path.id));
  }

  @Patch(':id')
  @Responses({
    summary: 'Update a license key pool',
    description: 'Changes the fields that are sent; fields that are `null` stay as they are. An extension.',
    ok: { status: 200, view: KeyPoolView },
    errors: { 403: NOT_PERMITTED, 404: POOL_NOT_FOUND },
  })
  @RequireScope(WRITE_POOLS)
  async update(
    @Input(UpdateKeyPoolRequest) { path, body }: InputOf<typeof UpdateKeyPoolRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<KeyPoolView> {
    const access = caller.access(AREA);
    const changes = { name: body.name ?? undefined, lowThreshold: body.low_threshold ?? undefined };
    await this.commands.execute(new UpdateKeyPool(access, path.id, changes));
    return this.queries.execute(new GetKeyPool(access, path.id));
  }

  @Delete(':id')
  @Responses({
    summary: 'Delete a license key pool',
    description:
      'Deletes a pool and its available entries, whose keys can be used again. License keys that were issued stay. Benefit grants that wait for an entry get generated license keys. An extension.',
    ok: { status: 204, view: null },
    errors: { 403: NOT_PERMITTED, 404: POOL_NOT_FOUND },
  })
  @RequireScope(WRITE_POOLS)
  delete(
    @Input(OneKeyPoolRequest) { path }: InputOf<typeof OneKeyPoolRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<void> {
    // What is deleted cannot be made again here, so it takes the right to change what the benefit gives.
    return this.commands.execute(new DeleteKeyPool(caller.access('products'), path.id));
  }
}
