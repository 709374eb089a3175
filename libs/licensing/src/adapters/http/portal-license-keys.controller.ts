import { Controller, Delete, Get, HttpCode, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, type PortalPrincipal, RequireCustomer } from '#platform/auth';
import { Responses, Input, type InputOf, type Page, pageOf, StreamsLists, Idempotent } from '#platform/http';
import { RemoveActivation } from '../../commands/activations/remove-activation.ts';
import { ClaimLicenseKey } from '../../commands/batches/claim-license-key.ts';
import { AttachGrant } from '../../commands/keys/entitlements-by-hand.ts';
import { RotateLicenseKey } from '../../commands/keys/rotate-license-key.ts';
import { AddOnView } from '../../queries/add-on.view.ts';
import { GetPortalLicenseKey } from '../../queries/get-portal-license-key.ts';
import { PortalLicenseKeyView, PortalLicenseKeyWithActivationsView } from '../../queries/license-key.view.ts';
import { ListAddOns } from '../../queries/list-add-ons.ts';
import { ListPortalLicenseKeys } from '../../queries/list-portal-license-keys.ts';
import { LicenseKeyResponses } from './license-key-responses.ts';
import { AttachGrantRequest, ListOwnAddOnsRequest } from './key-entitlement.dto.ts';
import { GetActivationRequest, GetOwnRequest } from './license-key.dto.ts';
import { ListOwnRequest } from './list-keys.dto.ts';
import { RotateRequest } from './rotate.dto.ts';
import { ClaimRequest } from './unclaimed-batch.dto.ts';
import { ACTIVATION_NOT_FOUND, NOT_FOUND, ROTATE_ERRORS } from './license-key-operations.ts';

/** The license keys of the authenticated customer, as far as the session may see them. */
@ApiTags('customer_portal')
@Controller('v1/customer-portal/license-keys')
export class PortalLicenseKeysController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly responses: LicenseKeyResponses,
  ) {}

  @Get()
  @RequireCustomer()
  @Responses({
    summary: 'List own license keys',
    description:
      'Returns the license keys of the customer, oldest first, whatever their status. In a session of a member: those that the member sees.',
    ok: { status: 200, view: pageOf(PortalLicenseKeyView, 'PortalLicenseKey') },
  })
  list(@Input(ListOwnRequest) { query }: InputOf<typeof ListOwnRequest>, @CurrentCaller() caller: PortalPrincipal) {
    const { benefit_id: benefitId, link, ...paging } = query;
    return this.queries.execute(new ListPortalLicenseKeys(caller.access, { benefitId, link }, paging));
  }

  @Get('attached-grants')
  @RequireCustomer()
  @Responses({
    summary: 'List own add-ons',
    description:
      'Returns what the customer has of public add-ons that wait for a license key or extend one, oldest first, each with the license keys among which the customer can choose. In a session of a member: those that the member sees. An extension.',
    ok: { status: 200, view: pageOf(AddOnView, 'CustomerAddOn') },
  })
  listAddOns(
    @Input(ListOwnAddOnsRequest) { query }: InputOf<typeof ListOwnAddOnsRequest>,
    @CurrentCaller() caller: PortalPrincipal,
  ): Promise<Page<AddOnView>> {
    return this.queries.execute(new ListAddOns(caller.access, query));
  }

  @Get(':id')
  @RequireCustomer()
  @StreamsLists()
  @Responses({
    summary: 'Get an own license key',
    description:
      'Returns a license key of the customer. Its activations are included only if the benefit has `enable_customer_admin`.',
    ok: { status: 200, view: PortalLicenseKeyWithActivationsView },
    errors: NOT_FOUND,
  })
  get(@Input(GetOwnRequest) { path }: InputOf<typeof GetOwnRequest>, @CurrentCaller() caller: PortalPrincipal) {
    return this.queries.execute(new GetPortalLicenseKey(caller.access, path.id));
  }

  @Post('claim')
  @HttpCode(200)
  @Idempotent()
  @RequireCustomer()
  @Responses({
    summary: 'Claim a license key',
    description:
      'Makes a license key of a key that nobody has claimed, such as that of a card in a box, and returns it. It begins with the terms that its benefit has now. The customer who has claimed it gets it again. An extension.',
    ok: { status: 200, view: PortalLicenseKeyWithActivationsView },
    errors: {
      404: ['ResourceNotFound', 'There is no such key, its batch was stopped, or the time to claim it is over.'],
      409: ['LicenseKeyClaimed', 'Somebody else has claimed the license key already.'],
    },
  })
  async claim(@Input(ClaimRequest) { body }: InputOf<typeof ClaimRequest>, @CurrentCaller() caller: PortalPrincipal) {
    const { access } = caller;
    const id = await this.commands.execute(new ClaimLicenseKey(access.organizationId, body.key, access));
    return this.queries.execute(new GetPortalLicenseKey(access, id));
  }

  @Post(':id/rotate')
  @Idempotent()
  @RequireCustomer()
  @Responses({
    summary: 'Rotate an own license key',
    description:
      'Replaces the license key by a newly generated one. The old one stops working at once or, with `overlap_seconds`, after that time. Activations, usage and limits stay. Publishes `license_key.rotated`.',
    ok: { status: 200, view: PortalLicenseKeyView },
    errors: ROTATE_ERRORS,
  })
  async rotate(@Input(RotateRequest) { path, body }: InputOf<typeof RotateRequest>, @CurrentCaller() caller: PortalPrincipal) {
    const overlap = body?.overlap_seconds ?? 0;
    return this.responses.portal(await this.commands.execute(new RotateLicenseKey(caller.access, path.id, overlap)));
  }

  @Post(':id/attached-grants')
  @HttpCode(204)
  @Idempotent()
  @RequireCustomer()
  @Responses({
    summary: 'Assign an own add-on to a license key',
    description:
      'Chooses the license key that an add-on of the customer extends, also instead of the one that it extends already. Doing so again changes nothing. Publishes `license_key.updated`. An extension.',
    ok: { status: 204, view: null },
    errors: { 403: ['NotPermitted', 'The license key is revoked, disabled or expired.'], ...NOT_FOUND },
  })
  async attachGrant(
    @Input(AttachGrantRequest) { path, body }: InputOf<typeof AttachGrantRequest>,
    @CurrentCaller() caller: PortalPrincipal,
  ): Promise<void> {
    await this.commands.execute(new AttachGrant(caller.access, path.id, body.benefit_grant_id));
  }

  @Delete(':id/activations/:activation_id')
  @RequireCustomer()
  @Responses({
    summary: 'Remove an activation of an own license key',
    description:
      'Removes the device of an activation, with all of its installations, so that the license key can be activated elsewhere. Requires a benefit with `enable_customer_admin`. Publishes `license_key.deactivated`.',
    ok: { status: 204, view: null },
    errors: {
      403: ['NotPermitted', 'The benefit does not allow customers to manage activations.'],
      ...ACTIVATION_NOT_FOUND,
    },
  })
  async removeActivation(
    @Input(GetActivationRequest) { path }: InputOf<typeof GetActivationRequest>,
    @CurrentCaller() caller: PortalPrincipal,
  ): Promise<void> {
    await this.commands.execute(new RemoveActivation(caller.access, path.id, path.activation_id));
  }
}
