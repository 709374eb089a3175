import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { DeliverLicenseKey } from '../../commands/keys/deliver-license-key.ts';
import type { LicenseKeyCreated } from '../../contract/index.ts';

@Injectable()
export class DeliverKeyWhenCreated extends Subscriber<LicenseKeyCreated> {
  readonly id = 'DeliverKeyWhenCreated';
  override readonly multiTransaction: boolean = true;

  constructor(private readonly commands: CommandBus) {
    super();
  }

  handle({ organizationId, aggregateId, payload }: PublishedEvent<LicenseKeyCreated>): Promise<void> {
    return this.commands.execute(new DeliverLicenseKey(organizationId, aggregateId, payload.benefit_id, payload.grant_id));
  }
}
