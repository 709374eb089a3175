/** What an email is for. The emails of each kind are counted separately, so that one kind cannot keep another from being sent. */
export type MailKind =
  | 'sign-in-code'
  | 'sign-in-code-for-known-device'
  | 'user-sign-in-code'
  | 'user-sign-in-code-for-known-device'
  | 'seat-invitation'
  | 'member-invitation'
  | 'wrong-second-factors'
  | 'new-access'
  | 'license-key'
  | 'license-key-expiry'
  | 'license-key-refusal'
  | 'gift'
  | 'alert-test'
  | 'email-change';

/** Emails that somebody is about to cause. */
export interface IntendedMail {
  readonly kind: MailKind;
  readonly organizationId: string;
  /** The customer whose session causes the emails; null if they are caused without one. */
  readonly customerId: string | null;
  /** The addresses of the recipients, one for each email. */
  readonly recipients: readonly string[];
}

/** Port that limits how many emails can be caused: for an address, by a customer and in an organization. */
export abstract class MailLimits {
  /**
   * Counts the emails, then runs `cause`, which sends them or lets them be sent. If it fails, they are not counted. Throws
   * `TooManyRequests` without running it if the emails would exceed a limit.
   */
  abstract within<T>(mail: IntendedMail, cause: () => Promise<T>): Promise<T>;
}
