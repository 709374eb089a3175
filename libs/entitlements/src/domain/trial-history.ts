/** What tells that somebody had a trial before. Values are compared exactly. */
export interface TrialTrait {
  readonly kind: 'customer' | 'email' | 'payment' | 'device';
  readonly value: string;
}

interface TrialApplicant {
  readonly customerId: string;
  /** The ids of customers that were merged into it: their trials are its own. */
  readonly formerCustomerIds: readonly string[];
  readonly email: string | null;
  /** The payment provider's fingerprint of the means of payment. */
  readonly paymentFingerprint?: string;
  /** The device id that the application sends when it activates a key. */
  readonly deviceId?: string;
}

export const deviceTrait = (deviceId: string): TrialTrait => ({ kind: 'device', value: deviceId });

export function traitsOf({ customerId, formerCustomerIds, email, paymentFingerprint, deviceId }: TrialApplicant): TrialTrait[] {
  return [
    ...[customerId, ...formerCustomerIds].map((value) => ({ kind: 'customer', value }) as const),
    ...(email ? [{ kind: 'email', value: canonicalEmail(email) } as const] : []),
    ...(paymentFingerprint ? [{ kind: 'payment', value: paymentFingerprint } as const] : []),
    ...(deviceId ? [deviceTrait(deviceId)] : []),
  ];
}

/** Gmail ignores dots in addresses, and has two domains. */
const IGNORES_DOTS = new Set(['gmail.com', 'googlemail.com']);

/** Addresses that usually reach the same mailbox have the same form: in lower case, without the tag after `+`. */
export function canonicalEmail(email: string): string {
  const address = email.trim().normalize('NFKC').toLowerCase();
  const at = address.lastIndexOf('@');
  const [local, domain] = [address.slice(0, at), address.slice(at + 1)];
  const mailbox = local.split('+')[0] || local;
  return IGNORES_DOTS.has(domain) ? `${mailbox.replaceAll('.', '')}@gmail.com` : `${mailbox}@${domain}`;
}

/** The trial of a product, identified by its subscription. */
export interface Trial {
  readonly organizationId: string;
  readonly productId: string;
  readonly subscriptionId: string;
}

/** Who had a trial of which product. Traits are kept as keyed digests only, so they cannot be read back. */
export abstract class TrialHistory {
  /**
   * Stores the traits of a trial that is about to begin, unless one of them belongs to another trial of the product; then stores
   * nothing and returns false. Of concurrent trials with a common trait, one succeeds. A claim whose subscription was never
   * stored ends after a few minutes.
   */
  abstract claim(trial: Trial, traits: readonly TrialTrait[], now: Date): Promise<boolean>;

  /** Stores the traits that are not stored yet. */
  abstract record(trial: Trial, traits: readonly TrialTrait[], now: Date): Promise<void>;

  /** Forgets a trial that did not begin. */
  abstract release(trial: Trial): Promise<void>;
}
