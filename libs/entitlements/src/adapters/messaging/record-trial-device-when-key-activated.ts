import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { LicenseKeyActivated } from '#licensing/contract';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { RecordTrialDevice } from '../../commands/record-trial-device.ts';

/** The device on which a key of a trial is activated has had the trial of the product. */
@Injectable()
export class RecordTrialDeviceWhenKeyActivated extends Subscriber<LicenseKeyActivated> {
  readonly id = 'RecordTrialDeviceWhenKeyActivated';

  constructor(private readonly commands: CommandBus) {
    super();
  }

  override accepts({ payload }: PublishedEvent<LicenseKeyActivated>): boolean {
    return payload.has_device && payload.grant_id !== null;
  }

  handle({ organizationId, payload }: PublishedEvent<LicenseKeyActivated>): Promise<void> {
    return this.commands.execute(new RecordTrialDevice(organizationId, payload.grant_id!, payload.activation_id));
  }
}
