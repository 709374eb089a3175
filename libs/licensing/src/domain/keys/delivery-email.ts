import type { Email } from '#kernel';

/** Content of the e-mail that delivers a key. */
export interface Delivery {
  readonly to: string;
  readonly organization: string;
  /** The seller's description of the benefit. */
  readonly benefit: string;
  readonly key: string;
  readonly expiresAt: Date | null;
}

export const deliveryEmail = ({ to, organization, benefit, key, expiresAt }: Delivery): Email => ({
  to,
  from: organization,
  subject: `Your license key from ${organization}`,
  parts: [
    'Hello,',
    'here is your license key. Keep it to yourself: whoever has it can use it.',
    { code: key, caption: benefit },
    ...(expiresAt ? [`It is valid until ${expiresAt.toISOString().slice(0, 10)}.`] : []),
  ],
});
