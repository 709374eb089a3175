import type { SellerPrincipal } from '#platform/auth';
import type { ChangingSession } from '../../commands/change-password.ts';

/** Only sessions are accepted where credentials are changed. */
export const BY_SESSION = { schemes: ['user_session'] } as const;

export const FRESH_SIGN_IN = ['FreshSignInRequired', 'The session is older than 15 minutes.'] as const;

/** The session of a caller that has one. */
export const sessionOf = ({ credentialId, id, authenticatedAt }: SellerPrincipal): ChangingSession => ({
  id: credentialId,
  userId: id,
  authenticatedAt: authenticatedAt!,
});
