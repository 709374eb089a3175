import { Controller, Get } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, type PortalCaller, RequireCustomer } from '#platform/auth';
import { Answers, Input, type InputOf, type Page, pageOf } from '#platform/http';
import { GetOwnBenefitGrant } from '../../queries/get-own-benefit-grant.ts';
import { ListOwnBenefitGrants } from '../../queries/list-own-benefit-grants.ts';
import { OwnBenefitGrantView } from '../../queries/own-benefit-grant.view.ts';
import { GetOwnBenefitGrantRequest, ListOwnBenefitGrantsRequest } from './benefit-grants.dto.ts';

/** What a customer has; to a member what it sees of that. */
@ApiTags('customer_portal')
@Controller('v1/customer-portal/benefit-grants')
export class OwnBenefitGrantsController {
  constructor(private readonly queries: QueryBus) {}

  @Get()
  @Answers({
    summary: 'List own benefit grants',
    description: 'Of public benefits, without those that were revoked.',
    ok: { status: 200, view: pageOf(OwnBenefitGrantView, 'CustomerBenefitGrant') },
  })
  @RequireCustomer()
  list(
    @Input(ListOwnBenefitGrantsRequest) { query }: InputOf<typeof ListOwnBenefitGrantsRequest>,
    @CurrentCaller() caller: PortalCaller,
  ): Promise<Page<OwnBenefitGrantView>> {
    const { sorting, page, limit, ...filter } = query;
    return this.queries.execute(new ListOwnBenefitGrants(caller.access, filter, sorting, { page, limit }));
  }

  @Get(':id')
  @Answers({
    summary: 'Get an own benefit grant',
    ok: { status: 200, view: OwnBenefitGrantView },
    refusals: { 404: ['ResourceNotFound', 'There is no such grant, it was revoked, or its benefit is not public'] },
  })
  @RequireCustomer()
  get(
    @Input(GetOwnBenefitGrantRequest) { path }: InputOf<typeof GetOwnBenefitGrantRequest>,
    @CurrentCaller() caller: PortalCaller,
  ): Promise<OwnBenefitGrantView> {
    return this.queries.execute(new GetOwnBenefitGrant(caller.access, path.id));
  }
}
