import { ROLES } from '#platform/auth';
import { boolean, describeFields, type Infer, object, oneOf, text, timestamp, uuid4 } from '#platform/wire';

export const OrganizationMemberView = object(
  describeFields(
    { user_id: uuid4(), email: text(), role: oneOf(ROLES), is_blocked: boolean() },
    {
      user_id: 'The ID of the user.',
      email: { text: 'The e-mail address of the user.', example: 'ada@example.com' },
      role: 'The role of the user in the organization.',
      is_blocked: 'Whether the operator of the service has blocked the user.',
    },
  ),
  'OrganizationMember',
);
export type OrganizationMemberView = Infer<typeof OrganizationMemberView>;

const invitation = describeFields(
  { id: uuid4(), email: text(), role: oneOf(ROLES), created_at: timestamp(), expires_at: timestamp() },
  {
    id: 'The ID of the invitation.',
    email: { text: 'The e-mail address of the user who is invited.', example: 'grace@example.com' },
    role: 'The role that the user gets.',
    created_at: 'When the user was invited.',
    expires_at: 'Until when the user can accept.',
  },
);

export const OrganizationInvitationView = object({ ...invitation, invited_by: uuid4() }, 'OrganizationInvitation', {
  invited_by: 'The ID of the user who invited.',
});
export type OrganizationInvitationView = Infer<typeof OrganizationInvitationView>;

export const OwnInvitationView = object(
  { ...invitation, organization_id: uuid4(), organization_name: text() },
  'UserInvitation',
  {
    organization_id: 'The ID of the organization.',
    organization_name: { text: 'The name of the organization.', example: 'Acme' },
  },
);
export type OwnInvitationView = Infer<typeof OwnInvitationView>;
