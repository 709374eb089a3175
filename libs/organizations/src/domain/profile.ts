import { ValidationFailed } from '#kernel';
import {
  type CustomerEmailSettings,
  type CustomerPortalSettings,
  DEFAULT_CUSTOMER_EMAIL_SETTINGS,
  DEFAULT_CUSTOMER_PORTAL_SETTINGS,
  DEFAULT_SUBSCRIPTION_SETTINGS,
  type SubscriptionSettings,
} from './organization-settings.ts';
import { type SocialLink, socialLink } from './social-link.ts';

const SHORTEST_NAME = 3;

export type TaxBehavior = 'location' | 'inclusive' | 'exclusive';

/** What is undefined stays as it is. Social links come as addresses. */
export type ProfileChanges = Partial<Omit<Profile, 'socials' | 'changed'>> & { readonly socials?: readonly string[] };

/** What an organization says of itself and of how it sells. Each part is replaced as a whole. */
export class Profile {
  readonly name: string;
  readonly avatarUrl: string | null;
  readonly email: string | null;
  readonly website: string | null;
  readonly country: string | null;
  readonly socials: readonly SocialLink[];
  readonly embedHosts: readonly string[];
  readonly defaultPresentmentCurrency: string;
  readonly defaultTaxBehavior: TaxBehavior;
  readonly subscriptionSettings: SubscriptionSettings;
  readonly customerEmailSettings: CustomerEmailSettings;
  readonly customerPortalSettings: CustomerPortalSettings;

  constructor(name: string) {
    this.name = name;
    this.avatarUrl = null;
    this.email = null;
    this.website = null;
    this.country = null;
    this.socials = [];
    this.embedHosts = [];
    this.defaultPresentmentCurrency = 'usd';
    this.defaultTaxBehavior = 'location';
    this.subscriptionSettings = DEFAULT_SUBSCRIPTION_SETTINGS;
    this.customerEmailSettings = DEFAULT_CUSTOMER_EMAIL_SETTINGS;
    this.customerPortalSettings = DEFAULT_CUSTOMER_PORTAL_SETTINGS;
  }

  static first(given: ProfileChanges & { readonly name: string }): Profile {
    return new Profile(given.name).changed(given);
  }

  changed({ socials, ...changes }: ProfileChanges): Profile {
    const { name } = changes;
    if (name !== undefined && [...name].length < SHORTEST_NAME) {
      throw ValidationFailed.at(['name'], `A name has at least ${SHORTEST_NAME} characters.`, name);
    }
    const given = { ...changes, socials: socials?.map(socialLink) };
    const parts = Object.entries(given).filter(([, value]) => value !== undefined);
    return Object.assign(new Profile(this.name), this, Object.fromEntries(parts));
  }
}
