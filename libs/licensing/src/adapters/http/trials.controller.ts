import { Controller, HttpCode, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { Input, type InputOf, NotIdempotent, PublicBody, RateLimited, Responses, defineRequest } from '#platform/http';
import { viewMaker, described, nullable, object, optional, text, uuid4, strict } from '#platform/wire';
import { StartTrial } from '../../commands/trials/start-trial.ts';
import { TrialView } from '../../queries/trial.view.ts';
import { descriptionOf } from './to-commands.ts';
import { Device } from '../../queries/device.view.ts';

const TrialRequest = defineRequest({
  headers: {
    'license-device': described(text({ min: 1, max: 128 }), 'Your own ID of the device. It gets one trial of a benefit.'),
  },
  body: strict(
    object({ organization_id: uuid4(), benefit_id: uuid4(), device: optional(nullable(Device)) }, 'LicenseKeyTrialStart', {
      organization_id: 'The ID of the organization that owns the benefit.',
      benefit_id: 'The ID of a `license_keys` benefit with `policy.trial`.',
      device:
        'What the application says about its device, beside its ID: with `policy.devices.match` of the benefit, a device that is recognized ' +
        'gets the trial that it had.',
    }),
  ),
});

/** For applications that nobody has bought yet. */
@ApiTags('customer_portal')
@Controller('v1/customer-portal/license-keys')
export class TrialsController {
  constructor(private readonly commands: CommandBus) {}

  @Post('trial')
  @HttpCode(200)
  @NotIdempotent('The same device gets the same license key again.')
  @PublicBody()
  @RateLimited({ quota: 'keyFailures', name: 'trials' })
  @Responses({
    summary: 'Request a trial license key',
    description:
      'Gives a device a license key for a trial of the benefit, if the benefit has `policy.trial`. A device gets one: asking again returns the ' +
      'same license key, also after the trial. It is known by `License-Device` and, if the benefit has `policy.devices.match`, by what ' +
      'identifies it in `device`, also when its application was installed anew. Requests are limited for each network of clients. Requires no ' +
      'credentials. An extension.',
    ok: { status: 200, view: TrialView },
    errors: { 404: ['ResourceNotFound', 'There is no such benefit, or it offers no trial.'] },
    headers: { 'License-Code': 'The reason, for programs: `TRIAL_NOT_OFFERED`.' },
  })
  async trial(@Input(TrialRequest) { body, headers }: InputOf<typeof TrialRequest>): Promise<TrialView> {
    const { organization_id: organizationId, benefit_id: benefitId } = body;
    const trial = { organizationId, benefitId, device: headers['license-device'] };
    return toView(await this.commands.execute(new StartTrial(trial, descriptionOf(body.device))));
  }
}

const toView = viewMaker(TrialView);
