import { Controller, Delete, HttpCode, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, RequireScope, type SellerPrincipal } from '#platform/auth';
import { Idempotent, Input, type InputOf, Responses, defineRequest } from '#platform/http';
import { object, strict, text, describeFields, describeInput, httpUrl, nullable, optional, uuid4 } from '#platform/wire';
import { RemoveActivation } from '../../commands/activations/remove-activation.ts';
import { EndHeldPlace } from '../../commands/leases/end-held-place.ts';
import { ForgetTrial } from '../../commands/trials/forget-trial.ts';
import { ReportLeakedKey } from '../../commands/keys/report-leaked-key.ts';
import { LicenseKeyView } from '../../queries/license-key.view.ts';
import { RequestKeyMail } from '../../commands/keys/request-key-mail.ts';
import { GetActivationRequest, GetOwnRequest, activationPath } from './license-key.dto.ts';
import { LicenseKeyResponses } from './license-key-responses.ts';
import { ACTIVATION_NOT_FOUND, NOT_FOUND } from './license-key-operations.ts';

const id = describeFields({ id: uuid4() }, describeInput('license key').path);

const ReportLeakRequest = defineRequest({
  path: id,
  body: optional(
    strict(
      object({ url: optional(nullable(httpUrl())) }, 'LicenseKeyReportLeak', {
        url: { text: 'The page on which the license key was found.', example: 'https://example.com/forum/42' },
      }),
    ),
  ),
});

const EndHeldPlaceRequest = defineRequest({
  path: activationPath,
  body: strict(
    object({ reason: text({ min: 1, max: 255 }) }, 'LicenseKeyEndHeldPlace', {
      reason: { text: 'Why the place is given to another device. The event has it.', example: 'The notebook was stolen.' },
    }),
  ),
});

/** What sellers do for customers who ask them for help. */
@ApiTags('license_keys')
@Controller('v1/license-keys/:id')
export class LicenseKeySupportController {
  constructor(
    private readonly commands: CommandBus,
    private readonly responses: LicenseKeyResponses,
  ) {}

  @Post('send')
  @HttpCode(204)
  @Idempotent()
  @RequireScope('license_keys:write')
  @Responses({
    summary: 'Send a license key by mail',
    description: 'Mails the license key to the member who holds it, or to its customer, soon. An extension.',
    ok: { status: 204, view: null },
    errors: { ...NOT_FOUND, 409: ['LicenseKeyNotMailable', 'The license key is not granted, or nobody has an e-mail address.'] },
  })
  async send(
    @Input(GetOwnRequest) { path }: InputOf<typeof GetOwnRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<void> {
    await this.commands.execute(new RequestKeyMail(caller.access('license keys'), path.id));
  }

  @Post('report-leak')
  @Idempotent()
  @HttpCode(200)
  @RequireScope('license_keys:write')
  @Responses({
    summary: 'Report a leaked license key',
    description:
      'Says that others can read the license key. Owners get a mail, and what `when_leaked` of the benefit says happens: the license key is rotated and mailed to its customer, or disabled. Publishes `license_key.leak_reported`. An extension.',
    ok: { status: 200, view: LicenseKeyView },
    errors: NOT_FOUND,
  })
  async reportLeak(
    @Input(ReportLeakRequest) { path, body }: InputOf<typeof ReportLeakRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ) {
    const leak = { source: 'seller', url: body?.url ?? null } as const;
    return this.responses.seller(await this.commands.execute(new ReportLeakedKey(caller.access('license keys'), path.id, leak)));
  }

  @Delete('activations/:activation_id')
  @HttpCode(204)
  @RequireScope('license_keys:write')
  @Responses({
    summary: 'Remove an activation of a license key',
    description:
      'Removes the device of an activation, with all of its installations, in the name of the seller: the audit log tells who did it. Publishes `license_key.deactivated`. An extension.',
    ok: { status: 204, view: null },
    errors: ACTIVATION_NOT_FOUND,
  })
  async removeActivation(
    @Input(GetActivationRequest) { path }: InputOf<typeof GetActivationRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<void> {
    await this.commands.execute(new RemoveActivation(caller.access('license keys'), path.id, path.activation_id));
  }

  @Delete('trial')
  @HttpCode(204)
  @RequireScope('license_keys:write')
  @Responses({
    summary: 'Delete the device of a trial',
    description:
      'Forgets the device that got the license key as a trial: its ID and its components are deleted, and it can start another trial of the benefit. The license key stays as it is. Doing so again changes nothing. An extension.',
    ok: { status: 204, view: null },
    errors: { ...NOT_FOUND, 409: ['LicenseKeyNotTrial', 'The license key is not that of a trial.'] },
  })
  async forgetTrial(
    @Input(GetOwnRequest) { path }: InputOf<typeof GetOwnRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<void> {
    await this.commands.execute(new ForgetTrial(caller.access('license keys'), path.id));
  }

  @Post('held-places/:activation_id/end')
  @HttpCode(204)
  @Idempotent()
  @RequireScope('license_keys:write')
  @Responses({
    summary: 'End a place that a lease holds',
    description:
      'Gives the place free that the lease of a deactivated device holds. The lease is invalid in status lists; a device without a network can use it until it is over. Publishes `license_key.lease_ended`. An extension.',
    ok: { status: 204, view: null },
    errors: { ...ACTIVATION_NOT_FOUND, 409: ['PlaceNotHeld', 'The lease of that device holds no place, or no more.'] },
  })
  async endHeldPlace(
    @Input(EndHeldPlaceRequest) { path, body }: InputOf<typeof EndHeldPlaceRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<void> {
    const access = caller.access('license keys');
    await this.commands.execute(new EndHeldPlace(access, path.id, path.activation_id, body.reason));
  }
}
