import { MEMBER_INVITATION_LIFETIME } from '#support/credentials';
import type { Language } from '#support/languages';
import { MailTemplate } from '#support/mails';
import type { Role } from './roles.ts';

const ROLE_NAMES: Record<Language, Record<Role, string>> = {
  en: { owner: 'owner', admin: 'admin', member: 'member', finance: 'finance', support: 'support' },
  de: { owner: 'Eigentümer', admin: 'Admin', member: 'Mitglied', finance: 'Finanzen', support: 'Support' },
  ar: { owner: 'مالك', admin: 'مدير', member: 'عضو', finance: 'المالية', support: 'الدعم' },
};

export const memberInvitationEmail = new MailTemplate<{ readonly by: string; readonly role: Role; readonly url: string }>({
  name: 'member_invitation',
  layout: 'plain',
  texts: {
    en: ({ by, role, url }, { sender, formats }) => ({
      subject: `Invitation to ${sender}`,
      parts: [
        `${by} invites you to work for ${sender}, with the role ${ROLE_NAMES.en[role]}. Sign in with this e-mail address within ${formats.duration(MEMBER_INVITATION_LIFETIME)} to accept:`,
        { link: url, label: 'Sign in' },
        'If you did not expect this, you can ignore this message.',
      ],
    }),
    de: ({ by, role, url }, { sender, formats }) => ({
      subject: `Einladung zu ${sender}`,
      parts: [
        `${by} lädt Sie ein, für ${sender} zu arbeiten, mit der Rolle ${ROLE_NAMES.de[role]}. Melden Sie sich mit dieser E-Mail-Adresse an, um anzunehmen. Die Einladung gilt ${formats.duration(MEMBER_INVITATION_LIFETIME)}:`,
        { link: url, label: 'Anmelden' },
        'Wenn Sie das nicht erwartet haben, brauchen Sie nichts zu tun.',
      ],
    }),
    ar: ({ by, role, url }, { sender, formats }) => ({
      subject: `دعوة إلى ${sender}`,
      parts: [
        `يدعوك ${by} إلى العمل لدى ${sender} بدور «${ROLE_NAMES.ar[role]}». سجّل الدخول بعنوان البريد الإلكتروني هذا خلال ${formats.duration(MEMBER_INVITATION_LIFETIME)} لتقبل:`,
        { link: url, label: 'تسجيل الدخول' },
        'إذا لم تكن تتوقع ذلك فتجاهل هذه الرسالة.',
      ],
    }),
  },
  sample: { by: 'grace@example.com', role: 'admin', url: 'https://licenses.example.com/console' },
});
