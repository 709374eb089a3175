import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { type Access, Clock } from '#kernel';
import { KeyMails } from '../../domain/keys/key-mails.ts';
import { LicenseKeyNotMailable } from '../../domain/keys/license-key.errors.ts';
import { LicenseKeyMailRequested } from '../../domain/keys/license-key.events.ts';
import { LicenseKeys } from '../../domain/keys/license-keys.ts';
import { recipientOf } from './key-holder.ts';

/** Lets a key be mailed to its customer. */
export class RequestKeyMail extends Command<void> {
  constructor(
    readonly access: Access,
    readonly id: string,
  ) {
    super();
  }
}

@CommandHandler(RequestKeyMail)
export class RequestKeyMailHandler implements ICommandHandler<RequestKeyMail> {
  constructor(
    private readonly licenseKeys: LicenseKeys,
    private readonly mails: KeyMails,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  async execute({ access, id }: RequestKeyMail): Promise<void> {
    const key = await this.licenseKeys.findSnapshot(id, access.visible);
    access.assertCanManage(key.organizationId);
    if (key.status !== 'granted') throw new LicenseKeyNotMailable('Only a license key that is granted can be mailed.');
    if (!(await recipientOf(key, this.queries))) throw new LicenseKeyNotMailable('The customer has no e-mail address.');
    await this.mails.request(key, new LicenseKeyMailRequested(key, this.clock.now(key.organizationId)));
  }
}
