import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { Mailer, MailLimits, PortalUrl } from '#support/mails';
import { expiryEmail } from '../../domain/keys/expiry-email.ts';
import type { LicenseKeySnapshot } from '../../domain/keys/license-key-fields.ts';
import { KeyMails } from '../../domain/keys/key-mails.ts';
import { LicenseKeys } from '../../domain/keys/license-keys.ts';
import { mailKeyHolder } from './key-holder.ts';

/** What was announced of a key. */
interface Announced {
  readonly organizationId: string;
  readonly id: string;
  /** An ISO 8601 timestamp. */
  readonly expiresAt: string | null;
  /** 0 if it has expired. */
  readonly daysLeft: number;
}

/**
 * Mails to the customer that a key expires soon or has expired, if its benefit says so. The key is read when it is sent: nothing is sent if it
 * got another end meanwhile or is no longer granted, nor of trials, whose customer is the seller's own. Throws `TooManyRequests` beyond the limits
 * of mail: it is then sent later.
 */
export class MailExpiryNotice extends Command<void> {
  constructor(readonly announced: Announced) {
    super();
  }
}

@CommandHandler(MailExpiryNotice)
export class MailExpiryNoticeHandler implements ICommandHandler<MailExpiryNotice> {
  constructor(
    private readonly licenseKeys: LicenseKeys,
    private readonly mailer: Mailer,
    private readonly mailLimits: MailLimits,
    private readonly mails: KeyMails,
    private readonly portal: PortalUrl,
    private readonly queries: QueryBus,
  ) {}

  async execute({ announced }: MailExpiryNotice): Promise<void> {
    const { organizationId, id, daysLeft } = announced;
    const key = await this.licenseKeys.findSnapshot(id, [organizationId]);
    if (!isWanted(key, announced)) return;
    const { displayKey } = key;
    const { queries, mailer, mailLimits, portal } = this;
    const isMailed = await mailKeyHolder({ queries, mailer, mailLimits }, key, {
      kind: 'license-key-expiry',
      template: expiryEmail,
      dataOf: ({ benefit, slug }) => ({
        benefit,
        displayKey,
        expiresAt: key.expiresAt!,
        daysLeft,
        portalUrl: `${portal.portalUrl}/portal/${slug}`,
      }),
    });
    if (isMailed) await this.mails.note(key, daysLeft === 0 ? 'expired' : 'expiring');
  }
}

function isWanted({ status, policy, policyState, expiresAt }: LicenseKeySnapshot, announced: Announced): boolean {
  const { expiring = false, expired = false } = policy?.expiryNotices?.mails ?? {};
  const isChosen = announced.daysLeft === 0 ? expired : expiring;
  return isChosen && status === 'granted' && !policyState?.isTrial && expiresAt?.toISOString() === announced.expiresAt;
}
