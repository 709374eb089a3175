import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { type SellerPrincipal, CurrentCaller, RequireScope } from '#platform/auth';
import { Idempotent, Responses, Input, type InputOf, NOT_PERMITTED, type Page, pageOf } from '#platform/http';
import { DecideBenefitGrant } from '../../commands/decide-benefit-grant.ts';
import { BenefitGrantView } from '../../queries/benefit-grant.view.ts';
import { GetBenefitGrant } from '../../queries/get-benefit-grant.ts';
import { ListBenefitGrants } from '../../queries/list-benefit-grants.ts';
import { ListBenefitGrantsRequest, OneBenefitGrantRequest } from './benefit-grants.dto.ts';

const NOT_FOUND = ['ResourceNotFound', 'The benefit grant does not exist, or belongs to another organization'] as const;
const BY_HAND = 'It stays so whatever becomes of the purchase, until the next decision by hand.';

@ApiTags('benefit_grants')
@Controller('v1/benefit-grants')
export class BenefitGrantsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

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

  @Post(':id/revoke')
  @Idempotent()
  @HttpCode(200)
  @Responses({
    summary: 'Revoke a benefit grant',
    description: `Revokes the benefit, and the license key that was issued for it, at once. ${BY_HAND} Publishes \`benefit_grant.revoked\`.`,
    ok: { status: 200, view: BenefitGrantView },
    errors: { 403: NOT_PERMITTED, 404: NOT_FOUND },
  })
  @RequireScope('benefits:write')
  revoke(
    @Input(OneBenefitGrantRequest) { path }: InputOf<typeof OneBenefitGrantRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<BenefitGrantView> {
    return this.decide(caller, path.id, 'revoked');
  }

  @Post(':id/grant')
  @Idempotent()
  @HttpCode(200)
  @Responses({
    summary: 'Grant a benefit again',
    description:
      'Grants a benefit that was revoked, and the license key that was issued for it, also if the purchase no longer brings it. It is revoked ' +
      'by the next change after which the purchase does not bring it, or by hand. Publishes `benefit_grant.created`.',
    ok: { status: 200, view: BenefitGrantView },
    errors: {
      403: NOT_PERMITTED,
      404: NOT_FOUND,
      409: ['BenefitNotGrantable', 'The benefit or the customer was deleted.'],
    },
  })
  @RequireScope('benefits:write')
  grant(
    @Input(OneBenefitGrantRequest) { path }: InputOf<typeof OneBenefitGrantRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<BenefitGrantView> {
    return this.decide(caller, path.id, 'granted');
  }

  private async decide(caller: SellerPrincipal, id: string, status: 'granted' | 'revoked'): Promise<BenefitGrantView> {
    const access = caller.access('products');
    await this.commands.execute(new DecideBenefitGrant(access, id, status));
    return this.queries.execute(new GetBenefitGrant(access, id));
  }
}
