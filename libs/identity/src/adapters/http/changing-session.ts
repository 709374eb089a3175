import type { SellerPrincipal } from '#platform/auth';
import type { ChangingSession } from '../../commands/change-password.ts';
import { clientAddress, type Exchange } from '#platform/http';

const USER_AGENT_LENGTH = 512;

/** Where a sign-in comes from, for the list of sessions. */
export const clientOf = ({ request }: Exchange): { readonly userAgent: string | null; readonly address: string } => ({
  userAgent: request.headers['user-agent']?.slice(0, USER_AGENT_LENGTH) ?? null,
  address: clientAddress(request),
});

/** Only sessions are accepted where credentials are changed. */
export const BY_SESSION = { schemes: ['user_session'] } as const;

/** The session of a caller that has one. */
export const sessionOf = ({ credentialId, id }: SellerPrincipal): ChangingSession => ({
  id: credentialId,
  userId: id,
});
