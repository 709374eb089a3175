import { MailTemplate } from '#support/mails';
import type { CredentialChange } from './user-credentials.events.ts';

const WHAT_EN: Record<CredentialChange, string> = {
  password_set: 'Your account has a new password. All other sessions were ended.',
  password_removed: 'The password of your account was removed.',
  second_factor_enabled: 'From now on signing in needs a code of your authenticator app. All other sessions were ended.',
  second_factor_disabled: 'The second factor of your account was removed.',
  recovery_codes_replaced: 'Your account has new recovery codes, and the earlier ones do not work any more.',
  recovery_code_used: 'Somebody signed in with one of your recovery codes.',
  second_factor_wrong:
    'Somebody entered several wrong codes as your second factor, after they had proved the first: by a code that was mailed to you, or by your password.',
  passkey_added: 'Your account has a new passkey.',
  passkey_removed: 'A passkey of your account was removed.',
};

const WHAT_DE: Record<CredentialChange, string> = {
  password_set: 'Ihr Konto hat ein neues Passwort. Alle anderen Sitzungen wurden beendet.',
  password_removed: 'das Passwort Ihres Kontos wurde entfernt.',
  second_factor_enabled:
    'ab jetzt braucht die Anmeldung einen Code Ihrer Authenticator-App. Alle anderen Sitzungen wurden beendet.',
  second_factor_disabled: 'der zweite Faktor Ihres Kontos wurde entfernt.',
  recovery_codes_replaced: 'Ihr Konto hat neue Wiederherstellungscodes, und die bisherigen gelten nicht mehr.',
  recovery_code_used: 'jemand hat sich mit einem Ihrer Wiederherstellungscodes angemeldet.',
  second_factor_wrong:
    'jemand hat mehrere falsche Codes als Ihren zweiten Faktor eingegeben, nachdem der erste bewiesen war: durch einen Code aus einer E-Mail an Sie oder durch Ihr Passwort.',
  passkey_added: 'Ihr Konto hat einen neuen Passkey.',
  passkey_removed: 'ein Passkey Ihres Kontos wurde entfernt.',
};

const WHAT_AR: Record<CredentialChange, string> = {
  password_set: 'لحسابك كلمة مرور جديدة. أُنهيت كل الجلسات الأخرى.',
  password_removed: 'أُزيلت كلمة مرور حسابك.',
  second_factor_enabled: 'من الآن يتطلب تسجيل الدخول رمزًا من تطبيق المصادقة. أُنهيت كل الجلسات الأخرى.',
  second_factor_disabled: 'أُزيل العامل الثاني من حسابك.',
  recovery_codes_replaced: 'لحسابك رموز استرداد جديدة، ولم تعد الرموز السابقة تعمل.',
  recovery_code_used: 'سجّل شخص الدخول بأحد رموز الاسترداد الخاصة بك.',
  second_factor_wrong: 'أدخل شخص عدة رموز خاطئة على أنها عاملك الثاني، بعد أن أثبت الأول: برمز أُرسل إلى بريدك أو بكلمة مرورك.',
  passkey_added: 'لحسابك مفتاح مرور جديد.',
  passkey_removed: 'أُزيل مفتاح مرور من حسابك.',
};

/** Says what happened, and contains nothing that helps anybody to sign in. */
export const credentialsChangedEmail = new MailTemplate<{ readonly change: CredentialChange; readonly url: string }>({
  name: 'credentials_changed',
  layout: 'plain',
  isOfService: true,
  texts: {
    en: ({ change, url }) => ({
      subject: change === 'second_factor_wrong' ? 'Wrong codes for your account' : 'How you sign in was changed',
      parts: [
        WHAT_EN[change],
        'If that was not you, sign in by e-mail code, change your password, and sign out everywhere on the page of your account, also of access tokens and applications. Or ask whoever operates this service.',
        { link: url, label: 'Open the console' },
      ],
    }),
    de: ({ change, url }) => ({
      subject: change === 'second_factor_wrong' ? 'Falsche Codes für Ihr Konto' : 'Ihre Anmeldung wurde geändert',
      parts: [
        WHAT_DE[change],
        'Wenn Sie das nicht waren, melden Sie sich mit einem Code per E-Mail an, ändern Sie Ihr Passwort, und melden Sie sich auf der Seite Ihres Kontos überall ab, auch von Zugriffstoken und Anwendungen. Oder fragen Sie den Betreiber dieses Dienstes.',
        { link: url, label: 'Konsole öffnen' },
      ],
    }),
    ar: ({ change, url }) => ({
      subject: change === 'second_factor_wrong' ? 'رموز خاطئة لحسابك' : 'تغيّرت طريقة تسجيل دخولك',
      parts: [
        WHAT_AR[change],
        'إذا لم تكن أنت من فعل ذلك، فسجّل الدخول برمز يُرسل إلى بريدك، وغيّر كلمة المرور، ثم سجّل الخروج من كل مكان في صفحة حسابك، بما في ذلك رموز الوصول والتطبيقات. أو اسأل من يشغّل هذه الخدمة.',
        { link: url, label: 'فتح لوحة التحكم' },
      ],
    }),
  },
  sample: { change: 'passkey_added', url: 'https://licenses.example.com/console' },
});
