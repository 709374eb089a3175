import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FindBenefits } from '#catalog/contract';
import { notifyTeam } from '#organizations/contract';
import { Mailer, MailLimits, PortalUrl, ServiceUrl } from '#support/mails';
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

/** Mails the same to the owners of the organization, if the benefit says so. */
export class MailRefusalToSeller extends Command<void> {
  constructor(readonly refused: Refused) {
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
    private readonly mailer: Mailer,
    private readonly service: ServiceUrl,
    private readonly queries: QueryBus,
  ) {}

  async execute({ refused }: MailRefusalToSeller): Promise<void> {
    const { organizationId, id } = refused;
    const key = await this.licenseKeys.findSnapshot(id, [organizationId]);
    if (!isToldTo(key, 'seller')) return;
    const { queries, mailer, service } = this;
    const benefits = await queries.execute(new FindBenefits([key.benefitId]));
    await notifyTeam({ queries, mailer, service }, organizationId, {
      roles: ['owner'],
      template: refusedCustomerEmail,
      data: refusedDevice(key, benefits.get(key.benefitId)!.description, refused),
      page: `keys/${id}`,
    });
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
