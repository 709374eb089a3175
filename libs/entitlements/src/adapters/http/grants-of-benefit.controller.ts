import { Controller, Get } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { type SellerPrincipal, CurrentCaller, RequireScope } from '#platform/auth';
import { Responses, Input, type InputOf, type Page, pageOf } from '#platform/http';
import { BenefitGrantView } from '../../queries/benefit-grant.view.ts';
import { ListBenefitGrants } from '../../queries/list-benefit-grants.ts';
import { GrantsOfBenefitRequest } from './benefit-grants.dto.ts';

@ApiTags('benefits')
@Controller('v1/benefits')
export class GrantsOfBenefitController {
  constructor(private readonly queries: QueryBus) {}

  @Get(':id/grants')
  @Responses({
    summary: 'List the grants of a benefit',
    description: 'Returns the grants of a benefit, newest first. Revoked grants are included.',
    ok: { status: 200, view: pageOf(BenefitGrantView, 'BenefitGrant') },
    errors: { 404: ['ResourceNotFound', 'The benefit does not exist, is deleted or belongs to another organization.'] },
  })
  @RequireScope(['benefits:read', 'benefits:write'])
  grants(
    @Input(GrantsOfBenefitRequest) { path, query }: InputOf<typeof GrantsOfBenefitRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<Page<BenefitGrantView>> {
    const { page, limit, ...filter } = query;
    return this.queries.execute(
      new ListBenefitGrants(caller.access('products'), { ...filter, benefit_id: path.id }, ['-created_at'], { page, limit }),
    );
  }
}
