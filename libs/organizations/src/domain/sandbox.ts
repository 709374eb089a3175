import { ResourceNotFound } from '#kernel';
import { Organization } from './organization.ts';

export interface NewSandbox {
  readonly slug: string;
  readonly name: string;
  readonly ownerId: string;
}

/**
 * A sandbox of an organization: an organization of its own that sells in the same way, so that a catalog fits both. Its mails are caught
 * instead of sent. Throws `ResourceNotFound` for a sandbox, which has none.
 */
export function newSandbox(production: Organization, { slug, name, ownerId }: NewSandbox, now: Date): Organization {
  const { id, sandboxOf, socials, ...profile } = production.snapshot;
  if (sandboxOf !== null) throw new ResourceNotFound('A sandbox has no sandboxes of its own.');
  return Organization.create(
    {
      slug,
      ownerId,
      sandbox: true,
      sandboxOf: id,
      profile: {
        name,
        avatarUrl: profile.avatarUrl,
        accentColor: profile.accentColor,
        language: profile.language,
        email: profile.email,
        website: profile.website,
        country: profile.country,
        timeZone: profile.timeZone,
        socials: socials.map(({ url }) => url),
        embedHosts: profile.embedHosts,
        defaultPresentmentCurrency: profile.defaultPresentmentCurrency,
        defaultTaxBehavior: profile.defaultTaxBehavior,
        subscriptionSettings: profile.subscriptionSettings,
        customerEmailSettings: profile.customerEmailSettings,
        customerPortalSettings: profile.customerPortalSettings,
      },
      copiedFeatures: { featureSettings: profile.featureSettings, seatBasedPricing: profile.seatBasedPricing },
    },
    now,
  );
}
