import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { Mailer, ServiceUrl } from '#support/mails';
import { notifyTeam } from '#organizations/contract';
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
    private readonly service: ServiceUrl,
  ) {}

  execute({ organizationId, domain }: ReportMissingDomain): Promise<void> {
    const { queries, mailer, service } = this;
    return notifyTeam({ queries, mailer, service }, organizationId, {
      roles: ['owner'],
      template: missingDomainEmail,
      data: { domain },
      page: 'settings/single-sign-on',
    });
  }
}
