import { Controller, Delete, Get, HttpCode, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, RequireScope, type SellerPrincipal } from '#platform/auth';
import { Idempotent, Input, type InputOf, type Page, pageOf, Responses } from '#platform/http';
import { object, uuid4 } from '#platform/wire';
import { AttachGrant, GiveEntitlement, TakeBackEntitlement } from '../../commands/keys/entitlements-by-hand.ts';
import { KeyEntitlementView } from '../../queries/key-entitlement.view.ts';
import { ListKeyEntitlements } from '../../queries/list-key-entitlements.ts';
import {
  AttachGrantRequest,
  GiveEntitlementRequest,
  ListKeyEntitlementsRequest,
  OneKeyEntitlementRequest,
} from './key-entitlement.dto.ts';
import { NOT_FOUND } from './license-key-operations.ts';

const AREA = 'license keys';

const GivenEntitlementView = object({ id: uuid4() }, 'LicenseKeyEntitlementGiven', {
  id: 'The ID of the entitlement, to take it back.',
});

/** What a license key entitles to, and where that comes from. */
@ApiTags('license_keys')
@Controller('v1/license-keys/:id')
export class KeyEntitlementsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get('entitlements')
  @RequireScope(['license_keys:read', 'license_keys:write'])
  @Responses({
    summary: 'List sources of entitlements of a license key',
    description:
      'Returns where the entitlements of a license key come from: its own purchases first, then add-ons, then what was given by hand, each oldest first. What they make together are the `entitlements` of the license key. An extension.',
    ok: { status: 200, view: pageOf(KeyEntitlementView, 'LicenseKeyEntitlementSource') },
    errors: NOT_FOUND,
  })
  listEntitlements(
    @Input(ListKeyEntitlementsRequest) { path, query }: InputOf<typeof ListKeyEntitlementsRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<Page<KeyEntitlementView>> {
    return this.queries.execute(new ListKeyEntitlements(caller.access(AREA), path.id, query));
  }

  @Post('entitlements')
  @Idempotent()
  @RequireScope('license_keys:write')
  @Responses({
    summary: 'Add an entitlement to a license key',
    description:
      'Adds to what a license key entitles to, with a reason, and until an end if there is one. Purchases do not change it. Publishes `license_key.updated`. An extension.',
    ok: { status: 201, view: GivenEntitlementView },
    errors: NOT_FOUND,
  })
  async giveEntitlement(
    @Input(GiveEntitlementRequest) { path, body }: InputOf<typeof GiveEntitlementRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<{ readonly id: string }> {
    const { benefit_id: benefitId, values, combine, reason, ends_at: endsAt = null } = body;
    const given = { benefitId, values, combine, reason, endsAt };
    return { id: await this.commands.execute(new GiveEntitlement(caller.access(AREA), path.id, given)) };
  }

  @Delete('entitlements/:entitlement_id')
  @HttpCode(204)
  @RequireScope('license_keys:write')
  @Responses({
    summary: 'Remove an entitlement of a license key',
    description:
      'Takes back what was given to a license key by hand. What comes from purchases goes with their benefit grants. Publishes `license_key.updated`. An extension.',
    ok: { status: 204, view: null },
    errors: NOT_FOUND,
  })
  async takeBackEntitlement(
    @Input(OneKeyEntitlementRequest) { path }: InputOf<typeof OneKeyEntitlementRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<void> {
    await this.commands.execute(new TakeBackEntitlement(caller.access(AREA), path.id, path.entitlement_id));
  }

  @Post('attached-grants')
  @HttpCode(204)
  @Idempotent()
  @RequireScope('license_keys:write')
  @Responses({
    summary: 'Assign an add-on to a license key',
    description:
      'Chooses the license key that a benefit grant of an add-on extends, also instead of the one that it extends already. It stays with that license key. Doing so again changes nothing. Publishes `license_key.updated`. An extension.',
    ok: { status: 204, view: null },
    errors: NOT_FOUND,
  })
  async attachGrant(
    @Input(AttachGrantRequest) { path, body }: InputOf<typeof AttachGrantRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<void> {
    await this.commands.execute(new AttachGrant(caller.access(AREA), path.id, body.benefit_grant_id));
  }
}
