import { Controller, Delete, Get, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, type PortalPrincipal, RequireCustomer } from '#platform/auth';
import { Responses, Input, type InputOf, pageOf } from '#platform/http';
import { DeactivateOwnActivation } from '../../commands/deactivate-own-activation.ts';
import { RotateLicenseKey } from '../../commands/rotate-license-key.ts';
import { GetPortalLicenseKey } from '../../queries/get-portal-license-key.ts';
import { PORTAL_NAMES, PortalLicenseKeyView, PortalLicenseKeyWithActivationsView } from '../../queries/license-key.view.ts';
import { ListPortalLicenseKeys } from '../../queries/list-portal-license-keys.ts';
import { LicenseKeyAnswers } from './license-key-answers.ts';
import { GetActivationRequest, GetOwnRequest, ListOwnRequest, RotateRequest } from './license-key.dto.ts';
import { ACTIVATION_NOT_FOUND, NOT_FOUND, ROTATE_ERRORS } from './license-key-operations.ts';

/** For customers who have signed in: all keys of theirs, to a member those that it sees. */
@ApiTags('customer_portal')
@Controller('v1/customer-portal/license-keys')
export class PortalLicenseKeysController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly answers: LicenseKeyAnswers,
  ) {}

  @Get()
  @RequireCustomer()
  @Responses({
    summary: 'List own license keys, oldest first',
    ok: { status: 200, view: pageOf(PortalLicenseKeyView, PORTAL_NAMES.key) },
  })
  list(@Input(ListOwnRequest) { query }: InputOf<typeof ListOwnRequest>, @CurrentCaller() caller: PortalPrincipal) {
    const { benefit_id, ...paging } = query;
    return this.queries.execute(new ListPortalLicenseKeys(caller.access, benefit_id, paging));
  }

  @Get(':id')
  @RequireCustomer()
  @Responses({
    summary: 'Get an own license key',
    description: 'With its activations where the benefit has `enable_customer_admin`, otherwise without.',
    ok: { status: 200, view: PortalLicenseKeyWithActivationsView },
    errors: NOT_FOUND,
  })
  get(@Input(GetOwnRequest) { path }: InputOf<typeof GetOwnRequest>, @CurrentCaller() caller: PortalPrincipal) {
    return this.queries.execute(new GetPortalLicenseKey(caller.access, path.id));
  }

  @Post(':id/rotate')
  @RequireCustomer()
  @Responses({
    summary: 'Give an own license key a new string',
    description: 'The old one stops at once, or works beside it for `overlap_seconds`.',
    ok: { status: 200, view: PortalLicenseKeyView },
    errors: ROTATE_ERRORS,
  })
  async rotate(@Input(RotateRequest) { path, body }: InputOf<typeof RotateRequest>, @CurrentCaller() caller: PortalPrincipal) {
    const overlap = body?.overlap_seconds ?? 0;
    return this.answers.portal(await this.commands.execute(new RotateLicenseKey(caller.access, path.id, overlap)));
  }

  @Delete(':id/activations/:activation_id')
  @RequireCustomer()
  @Responses({
    summary: 'Remove an own device',
    description: 'Where the benefit has `enable_customer_admin`.',
    ok: { status: 204, view: null },
    errors: {
      403: ['NotPermitted', 'The benefit does not leave devices to customers.'],
      ...ACTIVATION_NOT_FOUND,
    },
  })
  async removeActivation(
    @Input(GetActivationRequest) { path }: InputOf<typeof GetActivationRequest>,
    @CurrentCaller() caller: PortalPrincipal,
  ): Promise<void> {
    await this.commands.execute(new DeactivateOwnActivation(caller.access, path.id, path.activation_id));
  }
}
