import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FindBenefits } from '#catalog/contract';
import { FindOrganizations, notifyTeam } from '#organizations/contract';
import { Mailer, MailLimits, PortalUrl, ServiceUrl } from '#support/mails';
import { KeyMails } from '../../domain/keys/key-mails.ts';
import type { LicenseKeySnapshot } from '../../domain/keys/license-key-fields.ts';
import { LicenseKeys } from '../../domain/keys/license-keys.ts';
import { refusalEmail, refusedCustomerEmail } from '../../domain/keys/refusal-emails.ts';
import type { RefusalNoticesPolicy } from '../../domain/policy/refusal-notices-policy.ts';
import { recipientOf } from './recipient-of-key.ts';

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
    const [recipient, device, organizations] = await Promise.all([
      recipientOf(key, this.queries),
      refusedDevice(key, refused, this.queries),
      this.queries.execute(new FindOrganizations([organizationId])),
    ]);
    if (!recipient) return;
    const { sender, slug } = organizations.get(organizationId)!;
    const data = { ...device, portalUrl: `${this.portal.portalUrl}/portal/${slug}` };
    const email = refusalEmail.email(recipient.address, sender, data, recipient.locale);
    const mail = { kind: 'license-key-refusal', organizationId, customerId: null, recipients: [email.to] } as const;
    await this.mailLimits.within(mail, () => this.mailer.send(email));
    await this.mails.note(key, 'refused');
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
    await notifyTeam({ queries, mailer, service }, organizationId, {
      roles: ['owner'],
      template: refusedCustomerEmail,
      data: await refusedDevice(key, refused, queries),
      page: `keys/${id}`,
    });
  }
}

const isToldTo = ({ status, policy }: LicenseKeySnapshot, whom: keyof NonNullable<RefusalNoticesPolicy['mails']>): boolean =>
  status === 'granted' && (policy?.refusalNotices?.mails?.[whom] ?? false);

async function refusedDevice(
  { benefitId, displayKey, limitActivations }: LicenseKeySnapshot,
  refused: Refused,
  queries: QueryBus,
) {
  const benefits = await queries.execute(new FindBenefits([benefitId]));
  return {
    benefit: benefits.get(benefitId)!.description,
    displayKey,
    limit: refused.code === 'ACTIVATION_LIMIT_REACHED' ? limitActivations : null,
    retryAt: refused.retryAt === null ? null : new Date(refused.retryAt),
  };
}
