import type { Email } from '#kernel';
import { SENDER } from './sign-in-email.ts';
import type { CredentialChange } from './user-credentials.events.ts';

const WHAT: Record<CredentialChange, string> = {
  password_set: 'your account has a new password. All other sessions were ended.',
  password_removed: 'the password of your account was removed.',
  second_factor_enabled: 'from now on signing in needs a code of your authenticator app.',
  second_factor_disabled: 'the second factor of your account was removed.',
  recovery_codes_replaced: 'your account has new recovery codes, and the earlier ones do not work any more.',
  recovery_code_used: 'somebody signed in with one of your recovery codes.',
  passkey_added: 'your account has a new passkey.',
  passkey_removed: 'a passkey of your account was removed.',
};

/** Says what happened, and contains nothing that helps anybody to sign in. */
export const credentialsChangedEmail = (to: string, change: CredentialChange): Email => ({
  to,
  from: SENDER,
  subject: 'How you sign in was changed',
  parts: [
    'Hello,',
    WHAT[change],
    'If that was not you, sign in by e-mail code, end all other sessions and change your password, or ask whoever operates this service.',
  ],
});
