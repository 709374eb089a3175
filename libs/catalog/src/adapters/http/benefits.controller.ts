import { Controller, Delete, Get, Patch, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { type SellerPrincipal, CurrentCaller, RequireScope } from '#platform/auth';
import { Responses, Input, type InputOf, MANAGEMENT_NOT_PERMITTED, type Page, pageOf, Idempotent } from '#platform/http';
import { CreateBenefit } from '../../commands/create-benefit.ts';
import { DeleteBenefit } from '../../commands/delete-benefit.ts';
import { UpdateBenefit } from '../../commands/update-benefit.ts';
import { BenefitView } from '../../views/benefit.view.ts';
import { BenefitFileView } from '../../queries/benefit-file.view.ts';
import { GetBenefit } from '../../queries/get-benefit.ts';
import { ListBenefitFiles } from '../../queries/list-benefit-files.ts';
import { ListBenefits } from '../../queries/list-benefits.ts';
import {
  CreateBenefitRequest,
  FilesOfBenefitRequest,
  ListBenefitsRequest,
  OneBenefitRequest,
  UpdateBenefitRequest,
} from './benefits.dto.ts';
import { newBenefitProperties, typedBenefitProperties } from './benefit-properties.dto.ts';

const NOT_FOUND = ['ResourceNotFound', 'The benefit does not exist, is deleted or belongs to another organization.'] as const;

@ApiTags('benefits')
@Controller('v1/benefits')
export class BenefitsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @Responses({
    summary: 'List benefits',
    description:
      'Returns the benefits of all organizations that the caller can access, newest first by default. Deleted benefits are not included.',
    ok: { status: 200, view: pageOf(BenefitView, 'Benefit') },
  })
  @RequireScope(['benefits:read', 'benefits:write'])
  list(
    @Input(ListBenefitsRequest) { query }: InputOf<typeof ListBenefitsRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<Page<BenefitView>> {
    const { sorting, page, limit, ...filter } = query;
    return this.queries.execute(new ListBenefits(caller.access('products'), filter, sorting, { page, limit }));
  }

  @Post()
  @Idempotent()
  @Responses({
    summary: 'Create a benefit',
    description:
      'Creates a benefit that can be added to products. Customers of such a product are granted the benefit; a `license_keys` benefit issues a license key to each of them. Publishes `benefit.created`.',
    ok: { status: 201, view: BenefitView },
    errors: { 403: MANAGEMENT_NOT_PERMITTED },
  })
  @RequireScope('benefits:write')
  async create(
    @Input(CreateBenefitRequest) { body }: InputOf<typeof CreateBenefitRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<BenefitView> {
    const { description, visibility, metadata } = body;
    const organizationId = caller.organizationFor(body.organization_id, 'products');
    const id = await this.commands.execute(
      new CreateBenefit({ ...typedBenefitProperties(body), organizationId, description, visibility, metadata }),
    );
    return this.queries.execute(new GetBenefit(caller.access('products'), id));
  }

  @Get(':id')
  @Responses({
    summary: 'Get a benefit',
    description: 'Returns a benefit with its settings. Deleted benefits are not found.',
    ok: { status: 200, view: BenefitView },
    errors: { 404: NOT_FOUND },
  })
  @RequireScope(['benefits:read', 'benefits:write'])
  get(
    @Input(OneBenefitRequest) { path }: InputOf<typeof OneBenefitRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<BenefitView> {
    return this.queries.execute(new GetBenefit(caller.access('products'), path.id));
  }

  @Get(':id/files')
  @Responses({
    summary: 'List the files of a benefit',
    description:
      'Returns the files of a `downloadables` benefit in their order, archived ones included, with the number of their downloads through this benefit. Deleted files are not included. Benefits of other types have no files and are not found.',
    ok: { status: 200, view: pageOf(BenefitFileView, 'BenefitDownloadableFile') },
    errors: { 404: NOT_FOUND },
  })
  @RequireScope(['benefits:read', 'benefits:write'])
  files(
    @Input(FilesOfBenefitRequest) { path, query }: InputOf<typeof FilesOfBenefitRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<Page<BenefitFileView>> {
    return this.queries.execute(new ListBenefitFiles(caller.access('products'), path.id, query));
  }

  @Patch(':id')
  @Responses({
    summary: 'Update a benefit',
    description:
      'Changes the fields that are sent; fields that are left out or `null` stay as they are. `type` is required and must be the existing type. `properties` and `metadata` are replaced as a whole. License keys that were already granted follow a changed expiration, activation limit and usage limit. Publishes `benefit.updated`.',
    ok: { status: 200, view: BenefitView },
    errors: { 403: MANAGEMENT_NOT_PERMITTED, 404: NOT_FOUND },
  })
  @RequireScope('benefits:write')
  async update(
    @Input(UpdateBenefitRequest) { path, body }: InputOf<typeof UpdateBenefitRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<BenefitView> {
    const access = caller.access('products');
    await this.commands.execute(
      new UpdateBenefit(access, path.id, {
        type: body.type,
        description: body.description ?? undefined,
        visibility: ('visibility' in body && body.visibility) || undefined,
        metadata: body.metadata,
        properties: newBenefitProperties(body),
      }),
    );
    return this.queries.execute(new GetBenefit(access, path.id));
  }

  @Delete(':id')
  @Responses({
    summary: 'Delete a benefit',
    description:
      'Deletes the benefit, removes it from all products and revokes its grants: license keys issued through it are revoked. Publishes `benefit.updated`.',
    ok: { status: 204, view: null },
    errors: { 403: MANAGEMENT_NOT_PERMITTED, 404: NOT_FOUND },
  })
  @RequireScope('benefits:write')
  async delete(
    @Input(OneBenefitRequest) { path }: InputOf<typeof OneBenefitRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<void> {
    await this.commands.execute(new DeleteBenefit(caller.access('products'), path.id));
  }
}
