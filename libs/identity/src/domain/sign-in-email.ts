import { CODE_LIFETIME } from '#support/credentials';
import { MailTemplate } from '#support/mails';

export const signInEmail = new MailTemplate<{ readonly code: string }>({
  name: 'user_sign_in_code',
  layout: 'plain',
  isOfService: true,
  texts: {
    en: ({ code }, { formats }) => ({
      subject: 'Your sign-in code',
      parts: [
        'With this code you can sign in:',
        { code },
        `It works once, within ${formats.duration(CODE_LIFETIME)}. Nobody of us asks you for it. If you did not request it, you can ignore this message.`,
      ],
    }),
    de: ({ code }, { formats }) => ({
      subject: 'Ihr Anmeldecode',
      parts: [
        'mit diesem Code können Sie sich anmelden:',
        { code },
        `Er gilt einmal, ${formats.duration(CODE_LIFETIME)} lang. Niemand von uns fragt Sie danach. Wenn Sie ihn nicht angefordert haben, brauchen Sie nichts zu tun.`,
      ],
    }),
    ar: ({ code }, { formats }) => ({
      subject: 'رمز تسجيل دخولك',
      parts: [
        'بهذا الرمز يمكنك تسجيل الدخول:',
        { code },
        `يعمل مرة واحدة خلال ${formats.duration(CODE_LIFETIME)}. لا يطلبه منك أحد منا. إذا لم تطلبه فتجاهل هذه الرسالة.`,
      ],
    }),
  },
  sample: { code: 'K7WQ2M' },
});
