import { Controller, Get } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { type SellerPrincipal, CurrentCaller, RequireScope } from '#platform/auth';
import { Responses, Input, type InputOf, type Page, pageOf } from '#platform/http';
import { BenefitGrantView } from '../../queries/benefit-grant.view.ts';
import { ListBenefitGrants } from '../../queries/list-benefit-grants.ts';
import { ListBenefitGrantsRequest } from './benefit-grants.dto.ts';

@ApiTags('benefit_grants')
@Controller('v1/benefit-grants')
export class BenefitGrantsController {
  constructor(private readonly queries: QueryBus) {}

  @Get()
  @Responses({
    summary: 'List benefit grants',
    description:
      'Returns the benefit grants of all organizations that the caller can access, newest first by default. Revoked grants and grants of deleted benefits and customers are included.',
    ok: { status: 200, view: pageOf(BenefitGrantView, 'BenefitGrant') },
  })
  @RequireScope(['benefits:read', 'benefits:write'])
  list(
    @Input(ListBenefitGrantsRequest) { query }: InputOf<typeof ListBenefitGrantsRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<Page<BenefitGrantView>> {
    const { sorting, page, limit, ...filter } = query;
    return this.queries.execute(new ListBenefitGrants(caller.access('products'), filter, sorting, { page, limit }));
  }
}
