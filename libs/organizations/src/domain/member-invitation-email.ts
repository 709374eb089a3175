import type { Email } from '#kernel';
import type { Role } from './roles.ts';

const ROLE_NAMES: Record<Role, string> = { owner: 'owner', admin: 'admin', member: 'member', finance: 'finance' };

export const memberInvitationEmail = (to: string, organization: string, role: Role, url: string): Email => ({
  to,
  from: organization,
  subject: `Invitation to ${organization}`,
  parts: [
    'Hello,',
    `you are invited to work for ${organization}, with the role ${ROLE_NAMES[role]}. Sign in with this e-mail address within 7 days to accept:`,
    { link: url, label: 'Sign in' },
    'If you did not expect this, you can ignore this message.',
  ],
});
