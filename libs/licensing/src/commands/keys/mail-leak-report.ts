import { Command, CommandBus, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FindBenefits } from '#catalog/contract';
import { type AlertDelivery, SendAlert } from '#organizations/contract';
import type { LeakAction } from '../../domain/keys/leak.events.ts';
import { leakReportEmail } from '../../domain/keys/leak-report-email.ts';
import { LicenseKeys } from '../../domain/keys/license-keys.ts';

/** Alerts the organization of a license key that was found in public, and says what was done. */
export class MailLeakReport extends Command<void> {
  constructor(
    readonly key: { readonly organizationId: string; readonly id: string; readonly displayKey: string },
    readonly url: string | null,
    readonly action: LeakAction,
    readonly delivery: AlertDelivery,
  ) {
    super();
  }
}

@CommandHandler(MailLeakReport)
export class MailLeakReportHandler implements ICommandHandler<MailLeakReport> {
  constructor(
    private readonly licenseKeys: LicenseKeys,
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
  ) {}

  async execute({ key: { organizationId, id, displayKey }, url: foundAt, action, delivery }: MailLeakReport): Promise<void> {
    const { benefitId } = await this.licenseKeys.ownerOf(id, [organizationId]);
    const benefit = (await this.queries.execute(new FindBenefits([benefitId]))).get(benefitId)!.description;
    const notice = { template: leakReportEmail, data: { benefit, displayKey, foundAt, action }, page: `keys/${id}` };
    await this.commands.execute(new SendAlert({ organizationId, kind: 'license_key_leaks', ...delivery }, notice));
  }
}
