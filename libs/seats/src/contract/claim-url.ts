/** The URL of the portal page where the holder claims a seat. */
export const claimUrl = (portalUrl: string, slug: string, token: string): string =>
  `${portalUrl}/portal/${slug}/seats/claim?invitation_token=${encodeURIComponent(token)}`;
