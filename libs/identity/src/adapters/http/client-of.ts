import { clientAddress, type Exchange } from '#platform/http';

const USER_AGENT_LENGTH = 512;

/** Where a sign-in comes from, for the list of sessions. */
export const clientOf = ({ request }: Exchange): { readonly userAgent: string | null; readonly address: string } => ({
  userAgent: request.headers['user-agent']?.slice(0, USER_AGENT_LENGTH) ?? null,
  address: clientAddress(request),
});
