import { Controller, Get, Patch, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '#kernel';
import { type SellerPrincipal, CurrentCaller, RequireScope } from '#platform/auth';
import { Responses, Input, type InputOf, type Page, pageOf, Idempotent } from '#platform/http';
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
  'The organization does not exist, is blocked, or the caller is not a member of it.',
] as const;

@ApiTags('organizations')
@Controller('v1/organizations')
export class OrganizationsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @Responses({
    summary: 'List organizations',
    description:
      'Returns the organizations that the caller can access: with an organization access token its own, with a personal access token those of the user. Blocked organizations are not included.',
    ok: { status: 200, view: pageOf(OrganizationView, 'Organization') },
  })
  @RequireScope(['organizations:read', 'organizations:write'])
  list(
    @Input(ListOrganizationsRequest) { query }: InputOf<typeof ListOrganizationsRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<Page<OrganizationView>> {
    const { slug, sorting, ...paging } = query;
    return this.queries.execute(new ListOrganizations(caller.access(AREA), slug, sorting, paging));
  }

  @Post()
  @Idempotent()
  @Responses({
    summary: 'Create an organization',
    description:
      'Creates an organization; the user of the personal access token becomes its owner. A new organization has the status `created`.',
    ok: { status: 201, view: OrganizationView },
    errors: {
      403: [
        'CannotCreateOrganizationError or TooManyOrganizations',
        '`Polar-Organization` restricts the request to one organization, the user allowed the application to act in certain organizations only, or the user has made as many organizations as `ORGANIZATIONS_PER_USER` allows.',
      ],
    },
  })
  @RequireScope('organizations:write', { schemes: ['oidc', 'pat'], aboutUser: true })
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
    const id = await this.commands.execute(
      new CreateOrganization(attributes, { isLimited: caller.narrowed || caller.isLimited }),
    );
    return this.queries.execute(new GetOrganization(new Access([id], [id], AREA), id));
  }

  @Get(':id')
  @Responses({
    summary: 'Get an organization',
    description: 'Returns an organization with its settings.',
    ok: { status: 200, view: OrganizationView },
    errors: { 404: NOT_FOUND },
  })
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
      'Changes the fields that are sent. Each group of settings is replaced as a whole, except `feature_settings` and `dispute_settings`, of which only the fields that are sent change. The slug cannot be changed. Of `subscription_settings` this service acts on `allow_multiple_subscriptions`, `benefit_revocation_grace_period`, `dunning_days`, `prevent_trial_abuse` and `proration_behavior`; of `customer_portal_settings` everything but `update_units`; settings about payments, disputes and e-mails are only stored. Publishes `organization.updated`.',
    ok: { status: 200, view: OrganizationView },
    errors: {
      403: [
        'NotPermitted or DisputeAutoAcceptNotEnabled',
        'The role of the user does not allow it (changes require `owner` or `admin`), the feature is not enabled, or single sign-on is enforced, or not any more, without a session that was signed in through it; only owners stop enforcing it.',
      ],
      409: ['SSOEnforcementRequiresConnection', 'Single sign-on is enforced without an enabled connection to a provider.'],
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
    const signedIn = caller.isSignedInThrough(path.id) ? caller.id : null;
    await this.commands.execute(new UpdateOrganization(access, path.id, changes, signedIn));
    return this.queries.execute(new GetOrganization(access, path.id));
  }
}
