import { ROLES, SCOPES } from '#platform/auth';
import { boolean, describeFields, type Infer, integer, list, nullable, object, oneOf, text, uuid4 } from '#platform/wire';

const HIDDEN = '`null` if the credential is limited to an organization by its provider.';

const Membership = object(
  describeFields(
    {
      organization_id: uuid4(),
      name: text(),
      slug: text(),
      time_zone: text(),
      role: oneOf(ROLES),
      is_blocked: boolean(),
      is_sandbox: boolean(),
      scopes: list(oneOf(SCOPES)),
    },
    {
      organization_id: 'The ID of the organization.',
      name: { text: 'The name of the organization.', example: 'Acme' },
      slug: { text: 'The slug of the organization.', example: 'acme' },
      time_zone: { text: 'The time zone of the organization.', example: 'Europe/Berlin' },
      role: 'The role of the user in the organization.',
      is_blocked: 'Whether the organization is blocked: its data can be read, but not changed.',
      is_sandbox: 'Whether the organization is a sandbox of another one.',
      scopes: 'What the role permits, of the scopes of the credential.',
    },
  ),
  'UserMembership',
);

const NeededSignIn = object(
  describeFields(
    { organization_id: uuid4(), name: text(), slug: text() },
    {
      organization_id: 'The ID of the organization.',
      name: { text: 'The name of the organization.', example: 'Acme' },
      slug: { text: 'The slug of the organization, with which the sign-in through its provider begins.', example: 'acme' },
    },
  ),
  'UserNeededSignIn',
);

export const CurrentUserView = object(
  describeFields(
    {
      id: uuid4(),
      email: text(),
      scopes: list(oneOf(SCOPES)),
      memberships: list(Membership),
      single_sign_on_organization_id: nullable(uuid4()),
      needing_single_sign_on: list(NeededSignIn),
      has_password: nullable(boolean()),
      has_second_factor: nullable(boolean()),
      recovery_codes_left: nullable(integer()),
      passkeys: nullable(integer()),
    },
    {
      id: 'The ID of the user.',
      email: { text: 'The e-mail address of the user.', example: 'ada@example.com' },
      scopes: 'The scopes of the credential of the request. A session has all of them; the roles of the user limit it.',
      memberships: 'The organizations that the user can access with the credential, oldest first.',
      single_sign_on_organization_id:
        'The organization through whose provider the user signed in, also for the session in which an access token was made. The ' +
        'credential is limited to it. `null` for all others.',
      needing_single_sign_on:
        'The organizations that the user belongs to, but can access only after a sign-in through their provider.',
      has_password: `Whether the user can sign in with a password. ${HIDDEN}`,
      has_second_factor: `Whether signing in needs a code of an authenticator app, unless it is by a passkey. ${HIDDEN}`,
      recovery_codes_left: `How many recovery codes are not used up. ${HIDDEN}`,
      passkeys: `How many passkeys the user has. ${HIDDEN}`,
    },
  ),
  'CurrentUser',
);
export type CurrentUserView = Infer<typeof CurrentUserView>;
