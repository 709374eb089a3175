import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { ReportMissingDomain } from '../../commands/report-missing-domain.ts';
import type { EmailDomainMissing } from '../../contract/index.ts';

@Injectable()
export class ReportDomainWhenEmailDomainMissing extends Subscriber<EmailDomainMissing> {
  readonly id = 'ReportDomainWhenEmailDomainMissing';

  constructor(private readonly commands: CommandBus) {
    super();
  }

  handle({ organizationId, payload }: PublishedEvent<EmailDomainMissing>): Promise<void> {
    return this.commands.execute(new ReportMissingDomain(organizationId, payload.domain));
  }
}
