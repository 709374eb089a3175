import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FindBenefits } from '#catalog/contract';
import { notifyTeam } from '#organizations/contract';
import { Mailer, ServiceUrl } from '#support/mails';
import type { LeakAction } from '../../domain/keys/leak.events.ts';
import { leakReportEmail } from '../../domain/keys/leak-report-email.ts';
import { LicenseKeys } from '../../domain/keys/license-keys.ts';

/** Mails to the owners of the organization that a license key was found in public, and what was done. */
export class MailLeakReport extends Command<void> {
  constructor(
    readonly key: { readonly organizationId: string; readonly id: string; readonly displayKey: string },
    readonly url: string | null,
    readonly action: LeakAction,
  ) {
    super();
  }
}

@CommandHandler(MailLeakReport)
export class MailLeakReportHandler implements ICommandHandler<MailLeakReport> {
  constructor(
    private readonly licenseKeys: LicenseKeys,
    private readonly mailer: Mailer,
    private readonly service: ServiceUrl,
    private readonly queries: QueryBus,
  ) {}

  async execute({ key: { organizationId, id, displayKey }, url: foundAt, action }: MailLeakReport): Promise<void> {
    const { benefitId } = await this.licenseKeys.ownerOf(id, [organizationId]);
    const { queries, mailer, service } = this;
    const benefit = (await queries.execute(new FindBenefits([benefitId]))).get(benefitId)!.description;
    await notifyTeam({ queries, mailer, service }, organizationId, {
      roles: ['owner'],
      template: leakReportEmail,
      data: { benefit, displayKey, foundAt, action },
      page: `keys/${id}`,
    });
  }
}
