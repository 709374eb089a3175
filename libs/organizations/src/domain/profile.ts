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

const PLATFORMS = [
  'x',
  'github',
  'facebook',
  'instagram',
  'youtube',
  'tiktok',
  'linkedin',
  'threads',
  'discord',
  'other',
] as const;
type Platform = (typeof PLATFORMS)[number];

export interface SocialLink {
  readonly platform: Platform;
  readonly url: string;
}

const BY_HOST: { readonly [host: string]: Platform } = {
  'x.com': 'x',
  'twitter.com': 'x',
  'github.com': 'github',
  'facebook.com': 'facebook',
  'fb.com': 'facebook',
  'instagram.com': 'instagram',
  'youtube.com': 'youtube',
  'youtu.be': 'youtube',
  'tiktok.com': 'tiktok',
  'linkedin.com': 'linkedin',
  'threads.net': 'threads',
  'discord.gg': 'discord',
  'discord.com': 'discord',
};

/** The platform is derived from the host of the URL. */
const socialLink = (url: string): SocialLink => {
  const host = new URL(url).hostname.replace(/^www\./, '');
  return { platform: (Object.hasOwn(BY_HOST, host) && BY_HOST[host]) || 'other', url };
};

const SHORTEST_NAME = 3;
const COLOR = /^#[\da-f]{6}$/i;

export type TaxBehavior = 'location' | 'inclusive' | 'exclusive';

/** What an organization says about itself and about how it sells. Each value is replaced as a whole, except for extensions. */
export interface ProfileState {
  name: string;
  avatarUrl: string | null;
  /** The color of pages for customers, as `#` and six lowercase hexadecimal digits. */
  accentColor: string | null;
  /** The language of mails to recipients of whom none is known. */
  language: Language | null;
  email: string | null;
  website: string | null;
  country: string | null;
  /** A name of the IANA database. A day that a person chooses in a form or a file begins and ends there. */
  timeZone: string;
  socials: readonly SocialLink[];
  embedHosts: readonly string[];
  defaultPresentmentCurrency: string;
  defaultTaxBehavior: TaxBehavior;
  subscriptionSettings: SubscriptionSettings;
  customerEmailSettings: CustomerEmailSettings;
  customerPortalSettings: CustomerPortalSettings;
}

/** `undefined` leaves a value unchanged. Social links are given as URLs. */
export type ProfileChanges = Readonly<Partial<Omit<ProfileState, 'socials' | 'subscriptionSettings'>>> & {
  readonly socials?: readonly string[];
  readonly subscriptionSettings?: Omit<SubscriptionSettings, 'dunning_days'> &
    Partial<Pick<SubscriptionSettings, 'dunning_days'>>;
};

const DEFAULTS: Omit<ProfileState, 'name'> = {
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

export function initialProfile(given: ProfileChanges & { readonly name: string }): ProfileState {
  const profile: ProfileState = { ...DEFAULTS, name: given.name };
  applyChanges<ProfileState>(profile, changedProfile(profile, given));
  return profile;
}

export function changedProfile(
  { subscriptionSettings: { dunning_days } }: ProfileState,
  { socials, subscriptionSettings: settings, ...changes }: ProfileChanges,
): Partial<ProfileState> {
  const { name, accentColor } = changes;
  if (name !== undefined && [...name].length < SHORTEST_NAME) {
    throw ValidationFailed.at(['name'], `A name has at least ${SHORTEST_NAME} characters.`, name);
  }
  if (accentColor && !COLOR.test(accentColor)) {
    throw ValidationFailed.at(['accentColor'], 'A color is written as # and six hexadecimal digits.', accentColor);
  }
  return {
    ...changes,
    accentColor: accentColor && accentColor.toLowerCase(),
    subscriptionSettings: settings && { dunning_days, ...settings },
    socials: socials?.map(socialLink),
  };
}

interface SenderState extends ProfileState {
  readonly id: string;
  readonly sandboxOf: string | null;
}

/** Who mails come from. */
export const senderOf = ({ id, sandboxOf, name, avatarUrl, accentColor, language, timeZone }: SenderState): Sender => ({
  name,
  logoUrl: avatarUrl,
  color: accentColor,
  language,
  timeZone,
  organizationId: id,
  sandboxId: sandboxOf === null ? null : id,
});
