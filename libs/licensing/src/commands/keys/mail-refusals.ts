import { Command, CommandBus, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FindBenefits } from '#catalog/contract';
import { type AlertDelivery, SendAlert } from '#organizations/contract';
import { Mailer, MailLimits, PortalUrl } from '#support/mails';
import { KeyMails } from '../../domain/keys/key-mails.ts';
import type { LicenseKeySnapshot } from '../../domain/keys/license-key-fields.ts';
import { LicenseKeys } from '../../domain/keys/license-keys.ts';
import {
  type RefusalNoticesPolicy,
  refusalEmail,
  type RefusedDevice,
  refusedCustomerEmail,
} from '../../domain/keys/refusal-emails.ts';
import { mailKeyHolder } from './key-holder.ts';

/** A device that a limit of a key refused. */
interface Refused {
  readonly organizationId: string;
  readonly id: string;
  readonly code: string;
  /** An ISO 8601 timestamp. */
  readonly retryAt: string | null;
}

/**
 * Mails to the customer that a limit refused a device, if the benefit says so and the key is granted. Throws `TooManyRequests` beyond the
 * limits of mail: it is then sent later.
 */
export class MailRefusalToCustomer extends Command<void> {
  constructor(readonly refused: Refused) {
    super();
  }
}

/** Alerts the organization of the same, if the benefit says so. */
export class MailRefusalToSeller extends Command<void> {
  constructor(
    readonly refused: Refused,
    readonly delivery: AlertDelivery,
  ) {
    super();
  }
}

@CommandHandler(MailRefusalToCustomer)
export class MailRefusalToCustomerHandler implements ICommandHandler<MailRefusalToCustomer> {
  constructor(
    private readonly licenseKeys: LicenseKeys,
    private readonly mailer: Mailer,
    private readonly mailLimits: MailLimits,
    private readonly mails: KeyMails,
    private readonly portal: PortalUrl,
    private readonly queries: QueryBus,
  ) {}

  async execute({ refused }: MailRefusalToCustomer): Promise<void> {
    const { organizationId, id } = refused;
    const key = await this.licenseKeys.findSnapshot(id, [organizationId]);
    if (!isToldTo(key, 'customer')) return;
    const { queries, mailer, mailLimits, portal } = this;
    const isMailed = await mailKeyHolder({ queries, mailer, mailLimits }, key, {
      kind: 'license-key-refusal',
      template: refusalEmail,
      dataOf: ({ benefit, slug }) => ({
        ...refusedDevice(key, benefit, refused),
        portalUrl: `${portal.portalUrl}/portal/${slug}`,
      }),
    });
    if (isMailed) await this.mails.note(key, 'refused');
  }
}

@CommandHandler(MailRefusalToSeller)
export class MailRefusalToSellerHandler implements ICommandHandler<MailRefusalToSeller> {
  constructor(
    private readonly licenseKeys: LicenseKeys,
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
  ) {}

  async execute({ refused, delivery }: MailRefusalToSeller): Promise<void> {
    const { organizationId, id } = refused;
    const key = await this.licenseKeys.findSnapshot(id, [organizationId]);
    if (!isToldTo(key, 'seller')) return;
    const benefits = await this.queries.execute(new FindBenefits([key.benefitId]));
    const data = refusedDevice(key, benefits.get(key.benefitId)!.description, refused);
    const notice = { template: refusedCustomerEmail, data, page: `keys/${id}` };
    await this.commands.execute(new SendAlert({ organizationId, kind: 'license_key_refusals', ...delivery }, notice));
  }
}

const isToldTo = ({ status, policy }: LicenseKeySnapshot, whom: keyof NonNullable<RefusalNoticesPolicy['mails']>): boolean =>
  status === 'granted' && (policy?.refusalNotices?.mails?.[whom] ?? false);

const refusedDevice = (
  { displayKey, limitActivations }: LicenseKeySnapshot,
  benefit: string,
  { code, retryAt }: Refused,
): RefusedDevice => ({
  benefit,
  displayKey,
  limit: code === 'ACTIVATION_LIMIT_REACHED' ? limitActivations : null,
  retryAt: retryAt === null ? null : new Date(retryAt),
});
