import { Controller, Get, Patch } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, type PortalPrincipal, RequireCustomer } from '#platform/auth';
import { Input, type InputOf, NotAudited, type Page, pageOf, Responses } from '#platform/http';
import { GetPortalBenefitGrant } from '../../queries/get-portal-benefit-grant.ts';
import { ListPortalBenefitGrants } from '../../queries/list-portal-benefit-grants.ts';
import { PortalBenefitGrantView } from '../../queries/portal-benefit-grant.view.ts';
import { OneBenefitGrantRequest, ListOwnBenefitGrantsRequest, UpdateOwnBenefitGrantRequest } from './benefit-grants.dto.ts';

const NOT_FOUND = ['ResourceNotFound', 'The grant does not exist, was revoked, or its benefit is not public.'] as const;

/** The benefits that a customer has, as far as the session may see them. */
@ApiTags('customer_portal')
@Controller('v1/customer-portal/benefit-grants')
export class PortalBenefitGrantsController {
  constructor(private readonly queries: QueryBus) {}

  @Get()
  @Responses({
    summary: 'List own benefit grants',
    description:
      'Returns what the customer currently has of public benefits. In a session of a member: what the member sees. Revoked grants are not included.',
    ok: { status: 200, view: pageOf(PortalBenefitGrantView, 'CustomerBenefitGrant') },
  })
  @RequireCustomer()
  list(
    @Input(ListOwnBenefitGrantsRequest) { query }: InputOf<typeof ListOwnBenefitGrantsRequest>,
    @CurrentCaller() caller: PortalPrincipal,
  ): Promise<Page<PortalBenefitGrantView>> {
    const { sorting, page, limit, ...filter } = query;
    return this.queries.execute(new ListPortalBenefitGrants(caller.access, filter, sorting, { page, limit }));
  }

  @Get(':id')
  @Responses({
    summary: 'Get an own benefit grant',
    description: 'Returns a grant of a public benefit that the customer currently has.',
    ok: { status: 200, view: PortalBenefitGrantView },
    errors: { 404: NOT_FOUND },
  })
  @RequireCustomer()
  get(
    @Input(OneBenefitGrantRequest) { path }: InputOf<typeof OneBenefitGrantRequest>,
    @CurrentCaller() caller: PortalPrincipal,
  ): Promise<PortalBenefitGrantView> {
    return this.queries.execute(new GetPortalBenefitGrant(caller.access, path.id));
  }

  /** Clients of the reference send this for benefits that need an account of the customer; no benefit here does. */
  @Patch(':id')
  @NotAudited('It changes nothing.')
  @Responses({
    summary: 'Update an own benefit grant',
    description:
      'Returns a grant of a public benefit that the customer currently has. `benefit_type` must be the type of the benefit. Nothing changes: none of the types has settings of the customer.',
    ok: { status: 200, view: PortalBenefitGrantView },
    errors: { 404: NOT_FOUND },
  })
  @RequireCustomer()
  update(
    @Input(UpdateOwnBenefitGrantRequest) { path, body }: InputOf<typeof UpdateOwnBenefitGrantRequest>,
    @CurrentCaller() caller: PortalPrincipal,
  ): Promise<PortalBenefitGrantView> {
    return this.queries.execute(new GetPortalBenefitGrant(caller.access, path.id, body.benefit_type));
  }
}
