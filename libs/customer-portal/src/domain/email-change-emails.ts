import { EMAIL_CHANGE_LIFETIME } from '#support/credentials';
import { MailTemplate } from '#support/mails';

export const emailChangeEmail = new MailTemplate<{ readonly link: string }>({
  name: 'email_change',
  layout: 'branded',
  texts: {
    en: ({ link }, { sender, formats }) => ({
      subject: `Confirm your new e-mail address for ${sender}`,
      parts: [
        'With this link you confirm that your account should have this e-mail address:',
        { link, label: 'Confirm the address' },
        `It works once, within ${formats.duration(EMAIL_CHANGE_LIFETIME)}. If you did not ask for it, you can ignore this message.`,
      ],
    }),
    de: ({ link }, { sender, formats }) => ({
      subject: `Bestätigen Sie Ihre neue E-Mail-Adresse für ${sender}`,
      parts: [
        'mit diesem Link bestätigen Sie, dass Ihr Konto diese E-Mail-Adresse haben soll:',
        { link, label: 'Adresse bestätigen' },
        `Er gilt einmal, ${formats.duration(EMAIL_CHANGE_LIFETIME)} lang. Wenn Sie ihn nicht angefordert haben, brauchen Sie nichts zu tun.`,
      ],
    }),
    ar: ({ link }, { sender, formats }) => ({
      subject: `أكّد عنوان بريدك الإلكتروني الجديد لدى ${sender}`,
      parts: [
        'بهذا الرابط تؤكد أن حسابك يجب أن يكون له عنوان البريد الإلكتروني هذا:',
        { link, label: 'تأكيد العنوان' },
        `يعمل مرة واحدة خلال ${formats.duration(EMAIL_CHANGE_LIFETIME)}. إذا لم تطلبه فتجاهل هذه الرسالة.`,
      ],
    }),
  },
  sample: { link: 'https://portal.example.com/portal/acme/email-update?token=sample' },
});

/** Does not contain the new address: whoever reads the old mailbox need not know it. */
export const emailChangedEmail = new MailTemplate<object>({
  name: 'email_changed',
  layout: 'branded',
  texts: {
    en: (_, { sender }) => ({
      subject: `Your e-mail address for ${sender} was changed`,
      parts: [
        'Your account has another e-mail address now, and this one no longer signs in.',
        'If you did not change it, please contact the seller.',
      ],
    }),
    de: (_, { sender }) => ({
      subject: `Ihre E-Mail-Adresse für ${sender} wurde geändert`,
      parts: [
        'Ihr Konto hat jetzt eine andere E-Mail-Adresse, und mit dieser kann sich niemand mehr anmelden.',
        'Wenn Sie das nicht waren, wenden Sie sich bitte an den Anbieter.',
      ],
    }),
    ar: (_, { sender }) => ({
      subject: `تغيّر عنوان بريدك الإلكتروني لدى ${sender}`,
      parts: [
        'لحسابك الآن عنوان بريد إلكتروني آخر، ولم يعد هذا العنوان يسجّل الدخول.',
        'إذا لم تغيّره أنت فيرجى التواصل مع البائع.',
      ],
    }),
  },
  sample: {},
});
