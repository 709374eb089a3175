import { type Email, SERVICE_NAME } from '#kernel';
import type { AccessTokenDetails } from './access-token.events.ts';

/** What an e-mail about a token says, besides what the token is. */
interface Circumstances {
  /** The name of the organization of the token; null for a personal one. */
  readonly organization: string | null;
  /** The address of the user who did it, if it is known. */
  readonly by: string | null;
  readonly at: Date;
}

/** Says what a token may do, and never the token itself. */
export function accessTokenEmail(to: string, details: AccessTokenDetails, { organization, by, at }: Circumstances): Email {
  const { change, comment, scopes, expires_at, address } = details;
  const whose = organization === null ? 'a personal access token of your account' : `an access token of ${organization}`;
  const from = address === null ? '' : `, from the address ${address}`;
  return {
    to,
    from: organization ?? SERVICE_NAME,
    subject: change === 'created' ? 'A new access token' : 'An access token has more scopes',
    parts: [
      'Hello,',
      `${by ?? 'a user'} ${change === 'created' ? 'made' : 'gave more scopes to'} ${whose}, on ${at.toISOString()}${from}:`,
      `Comment: “${comment}”`,
      `Scopes: ${scopes.join(', ') || 'none'}`,
      expires_at === null ? 'It does not expire.' : `It expires on ${expires_at}.`,
      `If ${by ?? 'the user'} did not do that, delete the token. Then they sign in, change their password, and sign out everywhere on the page of their account, also of access tokens and applications.`,
    ],
  };
}
