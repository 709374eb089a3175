export const PLATFORMS = [
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
export const socialLink = (url: string): SocialLink => {
  const host = new URL(url).hostname.replace(/^www\./, '');
  return { platform: (Object.hasOwn(BY_HOST, host) && BY_HOST[host]) || 'other', url };
};
