import { ROLES, SCOPES } from '#platform/auth';
import { boolean, describeFields, type Infer, integer, list, object, oneOf, text, uuid4 } from '#platform/wire';

const Membership = object(
  describeFields(
    {
      organization_id: uuid4(),
      name: text(),
      slug: text(),
      role: oneOf(ROLES),
      is_blocked: boolean(),
      scopes: list(oneOf(SCOPES)),
    },
    {
      organization_id: 'The ID of the organization.',
      name: { text: 'The name of the organization.', example: 'Acme' },
      slug: { text: 'The slug of the organization.', example: 'acme' },
      role: 'The role of the user in the organization.',
      is_blocked: 'Whether the organization is blocked: its data can be read, but not changed.',
      scopes: 'What the role permits, of the scopes of the credential.',
    },
  ),
  'UserMembership',
);

export const CurrentUserView = object(
  describeFields(
    {
      id: uuid4(),
      email: text(),
      scopes: list(oneOf(SCOPES)),
      memberships: list(Membership),
      has_password: boolean(),
      has_second_factor: boolean(),
      recovery_codes_left: integer(),
      passkeys: integer(),
    },
    {
      id: 'The ID of the user.',
      email: { text: 'The e-mail address of the user.', example: 'ada@example.com' },
      scopes: 'The scopes of the credential of the request. A session has all of them; the roles of the user limit it.',
      memberships: 'The organizations that the user belongs to, oldest first.',
      has_password: 'Whether the user can sign in with a password.',
      has_second_factor: 'Whether signing in needs a code of an authenticator app, unless it is by a passkey.',
      recovery_codes_left: 'How many recovery codes are not used up.',
      passkeys: 'How many passkeys the user has.',
    },
  ),
  'CurrentUser',
);
export type CurrentUserView = Infer<typeof CurrentUserView>;
