import type { QueryBus } from '@nestjs/cqrs';
import { FindBenefits } from '#catalog/contract';
import { FindCustomers, FindMemberOfCustomer, FindMembers } from '#customer-portal/contract';
import { FindOrganizations } from '#organizations/contract';
import type { IntendedMail, Mailer, MailLimits, MailTemplate } from '#support/mails';
import type { LicenseKeySnapshot } from '../../domain/keys/license-key-fields.ts';
import type { KeyOwner } from '../../domain/keys/license-keys.ts';

interface Recipient {
  readonly address: string;
  /** A BCP 47 tag; null if the customer has none. */
  readonly locale: string | null;
}

type OwnedKey = Pick<KeyOwner, 'customerId' | 'memberId'> & { readonly organizationId: string };

/**
 * Who gets e-mails about a key: the member who holds it, else the customer, else, for a team without an address, its owner. Null if nobody
 * has an address, or the customer is deleted.
 */
export const recipientOf = async (key: OwnedKey, queries: QueryBus): Promise<Recipient | null> =>
  (await recipientsOf([key], queries))[0]!;

/** The same of many keys. */
export async function recipientsOf(keys: readonly OwnedKey[], queries: QueryBus): Promise<(Recipient | null)[]> {
  const customers = await queries.execute(new FindCustomers([...new Set(keys.map(({ customerId }) => customerId))]));
  const memberIds = [...new Set(keys.flatMap(({ memberId }) => memberId ?? []))];
  const members = memberIds.length > 0 ? await queries.execute(new FindMembers(memberIds)) : undefined;
  return Promise.all(
    keys.map(async ({ organizationId, customerId, memberId }) => {
      const customer = customers.get(customerId);
      if (!customer || customer.deleted_at) return null;
      const owner = () => queries.execute(new FindMemberOfCustomer(organizationId, customerId, { role: 'owner' }));
      const address = memberId === null ? (customer.email ?? (await owner())?.email) : members!.get(memberId)?.email;
      return address ? { address, locale: customer.locale } : null;
    }),
  );
}

/** What an e-mail about a key names. */
interface MailedAbout {
  /** The seller's description of the benefit. */
  readonly benefit: string;
  /** What the seller wrote for the mail with the key; null if nothing. */
  readonly firstSteps: string | null;
  /** The slug of the organization, by which the portal has its pages. */
  readonly slug: string;
}

/** An e-mail about a key. */
interface HolderMail<Data> {
  readonly kind: IntendedMail['kind'];
  readonly template: MailTemplate<Data>;
  readonly dataOf: (about: MailedAbout) => Data;
  /** The locale of the request that caused it, if that is known. */
  readonly locale?: string | null;
}

/**
 * Mails something about a key to whoever holds it, in the name of its organization, within the limits of mail. Returns whether there is
 * somebody to mail it to. Throws `TooManyRequests` beyond the limits.
 */
export async function mailKeyHolder<Data>(
  { queries, mailer, mailLimits }: { readonly queries: QueryBus; readonly mailer: Mailer; readonly mailLimits: MailLimits },
  key: LicenseKeySnapshot & KeyOwner,
  { kind, template, dataOf, locale }: HolderMail<Data>,
): Promise<boolean> {
  const { organizationId, benefitId, customerId } = key;
  const [recipient, benefits, organizations] = await Promise.all([
    recipientOf(key, queries),
    queries.execute(new FindBenefits([benefitId])),
    queries.execute(new FindOrganizations([organizationId])),
  ]);
  if (!recipient) return false;
  const { sender, slug } = organizations.get(organizationId)!;
  const benefit = benefits.get(benefitId)!;
  const firstSteps = benefit.type === 'license_keys' ? (benefit.properties.first_steps ?? null) : null;
  const data = dataOf({ benefit: benefit.description, firstSteps, slug });
  const email = template.email(recipient.address, sender, data, recipient.locale, locale);
  const about = { customerIds: [customerId], resourceId: key.id };
  await mailLimits.within({ kind, organizationId, customerId: null, recipients: [email.to] }, () => mailer.send(email, about));
  return true;
}
