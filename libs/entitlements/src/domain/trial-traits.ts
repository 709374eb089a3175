/** What tells that somebody had a trial before. Values are compared exactly. */
export interface TrialTrait {
  readonly kind: 'customer' | 'email' | 'payment' | 'device';
  readonly value: string;
}

export interface TrialApplicant {
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
