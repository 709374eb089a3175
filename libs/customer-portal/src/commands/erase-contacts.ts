import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Customers } from '../domain/customers.ts';
import { EmailChanges } from '../domain/email-changes.ts';
import { SentMails } from '../domain/sent-mails.ts';
import { SignIns } from '../domain/sign-ins.ts';
import { Teams } from '../domain/teams.ts';

/**
 * Erases, in batches, the personal data of members who had left an anonymized customer before, the sign-ins of all of its
 * members, its requests for another address, what was mailed to it, and its aliases. Those who were members until the end are anonymized when they are removed.
 */
export class EraseContacts extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly customerId: string,
  ) {
    super();
  }
}

@CommandHandler(EraseContacts)
export class EraseContactsHandler implements ICommandHandler<EraseContacts> {
  constructor(
    private readonly customers: Customers,
    private readonly teams: Teams,
    private readonly signIns: SignIns,
    private readonly emailChanges: EmailChanges,
    private readonly mails: SentMails,
  ) {}

  async execute({ organizationId, customerId }: EraseContacts): Promise<void> {
    let erased: number;
    do erased = await this.teams.eraseDeleted(organizationId, customerId);
    while (erased > 0);
    await this.customers.eraseAliases(organizationId, customerId);
    await this.signIns.deleteOfCustomer(organizationId, customerId);
    await this.emailChanges.deleteOfCustomer(organizationId, customerId);
    await this.mails.deleteOfCustomer(organizationId, customerId);
  }
}
