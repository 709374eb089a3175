import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { ReportMissingDomain } from '../../commands/report-missing-domain.ts';
import type { EmailDomainLost } from '../../contract/index.ts';

@Injectable()
export class ReportDomainWhenEmailDomainLost extends Subscriber<EmailDomainLost> {
  readonly id = 'ReportDomainWhenEmailDomainLost';

  constructor(private readonly commands: CommandBus) {
    super();
  }

  handle({ organizationId, payload }: PublishedEvent<EmailDomainLost>): Promise<void> {
    return this.commands.execute(new ReportMissingDomain(organizationId, payload.domain));
  }
}
