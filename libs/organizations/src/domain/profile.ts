import { applyChanges, ValidationFailed } from '#kernel';
import type { Language } from '#support/languages';
import type { Sender } from '#support/mails';
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
const COLOR = /^#[\da-f]{6}$/i;

export type TaxBehavior = 'location' | 'inclusive' | 'exclusive';

type ProfileValues = Omit<Profile, 'changed' | 'sender'>;

/** `undefined` leaves a value unchanged. Social links are given as URLs. */
export type ProfileChanges = Partial<Omit<ProfileValues, 'socials' | 'subscriptionSettings'>> & {
  readonly socials?: readonly string[];
  readonly subscriptionSettings?: Omit<SubscriptionSettings, 'dunning_days'> &
    Partial<Pick<SubscriptionSettings, 'dunning_days'>>;
};

const DEFAULTS: Omit<ProfileValues, 'name'> = {
  avatarUrl: null,
  accentColor: null,
  language: null,
  email: null,
  website: null,
  country: null,
  timeZone: 'UTC',
  socials: [],
  embedHosts: [],
  defaultPresentmentCurrency: 'usd',
  defaultTaxBehavior: 'location',
  subscriptionSettings: DEFAULT_SUBSCRIPTION_SETTINGS,
  customerEmailSettings: DEFAULT_CUSTOMER_EMAIL_SETTINGS,
  customerPortalSettings: DEFAULT_CUSTOMER_PORTAL_SETTINGS,
};

/** What an organization says about itself and about how it sells. Each value is replaced as a whole, except for extensions. */
export class Profile {
  readonly name: string;
  readonly avatarUrl: string | null;
  /** On pages for customers, as `#` and six lowercase hexadecimal digits. */
  readonly accentColor: string | null;
  /** The language of mails to recipients of whom none is known. */
  readonly language: Language | null;
  readonly email: string | null;
  readonly website: string | null;
  readonly country: string | null;
  /** A name of the IANA database. A day that a person chooses in a form or a file begins and ends there. */
  readonly timeZone: string;
  readonly socials: readonly SocialLink[];
  readonly embedHosts: readonly string[];
  readonly defaultPresentmentCurrency: string;
  readonly defaultTaxBehavior: TaxBehavior;
  readonly subscriptionSettings: SubscriptionSettings;
  readonly customerEmailSettings: CustomerEmailSettings;
  readonly customerPortalSettings: CustomerPortalSettings;

  private constructor(values: ProfileValues) {
    this.name = values.name;
    this.avatarUrl = values.avatarUrl;
    this.accentColor = values.accentColor;
    this.language = values.language;
    this.email = values.email;
    this.website = values.website;
    this.country = values.country;
    this.timeZone = values.timeZone;
    this.socials = values.socials;
    this.embedHosts = values.embedHosts;
    this.defaultPresentmentCurrency = values.defaultPresentmentCurrency;
    this.defaultTaxBehavior = values.defaultTaxBehavior;
    this.subscriptionSettings = values.subscriptionSettings;
    this.customerEmailSettings = values.customerEmailSettings;
    this.customerPortalSettings = values.customerPortalSettings;
  }

  static create(given: ProfileChanges & { readonly name: string }): Profile {
    return new Profile({ ...DEFAULTS, name: given.name }).changed(given);
  }

  get sender(): Sender {
    const { name, avatarUrl: logoUrl, accentColor: color, language, timeZone } = this;
    return { name, logoUrl, color, language, timeZone };
  }

  changed({ socials, subscriptionSettings: settings, ...changes }: ProfileChanges): Profile {
    const { name, accentColor } = changes;
    if (name !== undefined && [...name].length < SHORTEST_NAME) {
      throw ValidationFailed.at(['name'], `A name has at least ${SHORTEST_NAME} characters.`, name);
    }
    if (accentColor && !COLOR.test(accentColor)) {
      throw ValidationFailed.at(['accentColor'], 'A color is written as # and six hexadecimal digits.', accentColor);
    }
    const changed = new Profile(this);
    const { dunning_days } = this.subscriptionSettings;
    const subscriptionSettings = settings && { dunning_days, ...settings };
    applyChanges<ProfileValues>(changed, {
      ...changes,
      accentColor: accentColor && accentColor.toLowerCase(),
      subscriptionSettings,
      socials: socials?.map(socialLink),
    });
    return changed;
  }
}
