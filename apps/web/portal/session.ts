import { fetchInLanguage } from '../i18n/fetch-in-language.ts';
import { BASE, leaveForSignIn } from './context.ts';
import { deviceCode } from './device-code.ts';
import { manageLink } from './manage-link.ts';

/** Whether this browser has a session here: what only a session may ask is not asked without one. */
export async function isSignedIn(): Promise<boolean> {
  const response = await fetchInLanguage(new Request(`${BASE}/api/session`)).catch(() => null);
  // What the page asks next says what is wrong.
  if (!response?.ok) return true;
  const { signed_in } = (await response.json()) as { readonly signed_in: boolean };
  return signed_in;
}

/** After a session has ended. Whoever had none here is greeted. */
export const leaveSession = (wasSignedIn: boolean): void =>
  leaveForSignIn(manageLink() !== null ? 'manage' : deviceCode() !== null ? 'device' : wasSignedIn ? 'expired' : undefined);

/** Another document follows if there is no session, so that pages of one wait for ever. */
export async function requireSession(): Promise<void> {
  if (await isSignedIn()) return;
  leaveSession(false);
  await new Promise(() => undefined);
}
