import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { Mailer } from '#kernel';
import { FindOrganizations, FindTeamEmails } from '#organizations/contract';
import { missingDomainEmail } from '../domain/missing-domain-email.ts';

/** Tells the owners of an organization that the record of a domain is missing. */
export class ReportMissingDomain extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly domain: string,
  ) {
    super();
  }
}

@CommandHandler(ReportMissingDomain)
export class ReportMissingDomainHandler implements ICommandHandler<ReportMissingDomain> {
  constructor(
    private readonly mailer: Mailer,
    private readonly queries: QueryBus,
  ) {}

  async execute({ organizationId, domain }: ReportMissingDomain): Promise<void> {
    const { sender } = (await this.queries.execute(new FindOrganizations([organizationId]))).get(organizationId)!;
    for (const to of await this.queries.execute(new FindTeamEmails(organizationId, ['owner']))) {
      await this.mailer.send(missingDomainEmail.email(to, sender, { domain }));
    }
  }
}
