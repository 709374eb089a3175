import type { SellerPrincipal } from '#platform/auth';
import type { ChangingSession } from '../../commands/change-password.ts';

/** Only sessions are accepted where credentials are changed. */
export const BY_SESSION = { schemes: ['user_session'] } as const;

/** The session of a caller that has one. */
export const sessionOf = ({ credentialId, id }: SellerPrincipal): ChangingSession => ({
  id: credentialId,
  userId: id,
});
