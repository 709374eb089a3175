import { Controller, Get, Patch, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '#kernel';
import { type SellerPrincipal, CurrentCaller, RequireScope } from '#platform/auth';
import { Responses, Input, type InputOf, type Page, pageOf } from '#platform/http';
import { CreateOrganization } from '../../commands/create-organization.ts';
import { UpdateOrganization } from '../../commands/update-organization.ts';
import { GetOrganization } from '../../queries/get-organization.ts';
import { ListOrganizations } from '../../queries/list-organizations.ts';
import { OrganizationView } from '../../queries/organization.view.ts';
import {
  CreateOrganizationRequest,
  ListOrganizationsRequest,
  OneOrganizationRequest,
  profileOf,
  UpdateOrganizationRequest,
} from './organizations.dto.ts';

const AREA = 'the organization';
const NOT_FOUND = [
  'ResourceNotFound',
  'The organization does not exist, is blocked, or the caller does not belong to it',
] as const;

@ApiTags('organizations')
@Controller('v1/organizations')
export class OrganizationsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @Responses({ summary: 'List organizations', ok: { status: 200, view: pageOf(OrganizationView, 'Organization') } })
  @RequireScope(['organizations:read', 'organizations:write'])
  list(
    @Input(ListOrganizationsRequest) { query }: InputOf<typeof ListOrganizationsRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<Page<OrganizationView>> {
    const { slug, sorting, ...paging } = query;
    return this.queries.execute(new ListOrganizations(caller.access(AREA), slug, sorting, paging));
  }

  @Post()
  @Responses({
    summary: 'Create an organization',
    description: 'The user whose token it is becomes the owner.',
    ok: { status: 201, view: OrganizationView },
    errors: { 403: ['CannotCreateOrganizationError', 'The credential is narrowed to one organization'] },
  })
  @RequireScope('organizations:write', { schemes: ['pat'] })
  async create(
    @Input(CreateOrganizationRequest) { body }: InputOf<typeof CreateOrganizationRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<OrganizationView> {
    const attributes = {
      slug: body.slug,
      ownerId: caller.id,
      profile: { ...profileOf(body), name: body.name },
      features: body.feature_settings ?? undefined,
      details: body.details ?? undefined,
      legalEntity: body.legal_entity ?? undefined,
    };
    const id = await this.commands.execute(new CreateOrganization(attributes, caller.narrowed));
    return this.queries.execute(new GetOrganization(new Access([id], [id], AREA), id));
  }

  @Get(':id')
  @Responses({ summary: 'Get an organization', ok: { status: 200, view: OrganizationView }, errors: { 404: NOT_FOUND } })
  @RequireScope(['organizations:read', 'organizations:write'])
  get(
    @Input(OneOrganizationRequest) { path }: InputOf<typeof OneOrganizationRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<OrganizationView> {
    return this.queries.execute(new GetOrganization(caller.access(AREA), path.id));
  }

  @Patch(':id')
  @Responses({
    summary: 'Update an organization',
    description:
      'What is left out stays as it is. Settings are replaced as wholes, but `feature_settings` and `dispute_settings` key by key. The slug is for life.',
    ok: { status: 200, view: OrganizationView },
    errors: {
      403: ['NotPermitted or DisputeAutoAcceptNotEnabled', 'The scope, the role or the enabled features do not allow it'],
      404: NOT_FOUND,
    },
  })
  @RequireScope('organizations:write')
  async update(
    @Input(UpdateOrganizationRequest) { path, body }: InputOf<typeof UpdateOrganizationRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<OrganizationView> {
    const access = caller.access(AREA);
    const changes = {
      profile: profileOf(body),
      features: body.feature_settings,
      acceptDisputesBelow: body.dispute_settings?.auto_accept_below_amount,
      details: body.details ?? undefined,
      ssoEnforced: body.sso_enforced,
    };
    await this.commands.execute(new UpdateOrganization(access, path.id, changes));
    return this.queries.execute(new GetOrganization(access, path.id));
  }
}
