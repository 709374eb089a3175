import { Controller, Delete, Get, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, type PortalPrincipal, RequireCustomer } from '#platform/auth';
import { Responses, Input, type InputOf, pageOf, StreamsLists, Idempotent } from '#platform/http';
import { RemoveActivation } from '../../commands/activations/remove-activation.ts';
import { RotateLicenseKey } from '../../commands/keys/rotate-license-key.ts';
import { GetPortalLicenseKey } from '../../queries/get-portal-license-key.ts';
import { PortalLicenseKeyView, PortalLicenseKeyWithActivationsView } from '../../queries/license-key.view.ts';
import { ListPortalLicenseKeys } from '../../queries/list-portal-license-keys.ts';
import { LicenseKeyResponses } from './license-key-responses.ts';
import { GetActivationRequest, GetOwnRequest } from './license-key.dto.ts';
import { ListOwnRequest } from './list-keys.dto.ts';
import { RotateRequest } from './rotate.dto.ts';
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
