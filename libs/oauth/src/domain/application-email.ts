import { type Email, SERVICE_NAME } from '#kernel';
import type { AllowedApplication } from './grant.events.ts';
import { SCOPE_WORDS } from './scopes.ts';

interface Circumstances {
  readonly at: Date;
  /** The names of the organizations; null for all of the user. */
  readonly organizations: readonly string[] | null;
}

export const applicationEmail = (
  to: string,
  { client_name: name, scopes, expires_at, address }: AllowedApplication,
  { at, organizations }: Circumstances,
): Email => ({
  to,
  from: SERVICE_NAME,
  subject: 'An application may act for you',
  parts: [
    'Hello,',
    `you allowed “${name}” to act for you, on ${at.toISOString()}, from the address ${address}. It calls itself so.`,
    `It may: ${scopes.map((scope) => SCOPE_WORDS[scope] ?? scope).join(', ')}.`,
    organizations === null ? 'In all of your organizations.' : `In: ${organizations.join(', ')}.`,
    `This ends on ${expires_at}, if you do not end it before.`,
    'If that was not you, sign in, change your password, and sign out everywhere on the page of your account, also of access tokens and applications.',
  ],
});
