import type { LicenseKeyMailRequested } from './license-key.events.ts';

/** `key`: the key itself; `refused`: a limit refused a device; `leaked`: it was found in public; the others announce its expiry. */
export type KeyMail = 'key' | 'expiring' | 'expired' | 'refused' | 'leaked';

export interface MailedKey {
  readonly id: string;
  readonly organizationId: string;
  readonly customerId: string;
}

/** What the audit log tells of e-mails about keys. */
export abstract class KeyMails {
  /** Notes that a mail was sent, or will be. */
  abstract note(key: MailedKey, mail: KeyMail): Promise<void>;

  /** Notes who wants the key to be mailed, and publishes that. */
  abstract request(key: MailedKey, event: LicenseKeyMailRequested): Promise<void>;
}
