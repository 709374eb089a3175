import { type Email, SERVICE_NAME } from '#kernel';
import type { CredentialChange } from './user-credentials.events.ts';

const WHAT: Record<CredentialChange, string> = {
  password_set: 'your account has a new password. All other sessions were ended.',
  password_removed: 'the password of your account was removed.',
  second_factor_enabled: 'from now on signing in needs a code of your authenticator app. All other sessions were ended.',
  second_factor_disabled: 'the second factor of your account was removed.',
  recovery_codes_replaced: 'your account has new recovery codes, and the earlier ones do not work any more.',
  recovery_code_used: 'somebody signed in with one of your recovery codes.',
  second_factor_wrong:
    'somebody entered several wrong codes as your second factor, after they had proved the first: by a code that was mailed to you, or by your password.',
  passkey_added: 'your account has a new passkey.',
  passkey_removed: 'a passkey of your account was removed.',
};

/** Says what happened, and contains nothing that helps anybody to sign in. */
export const credentialsChangedEmail = (to: string, change: CredentialChange): Email => ({
  to,
  from: SERVICE_NAME,
  subject: change === 'second_factor_wrong' ? 'Wrong codes for your account' : 'How you sign in was changed',
  parts: [
    'Hello,',
    WHAT[change],
    'If that was not you, sign in by e-mail code, change your password, and sign out everywhere on the page of your account, also of access tokens and applications. Or ask whoever operates this service.',
  ],
});
