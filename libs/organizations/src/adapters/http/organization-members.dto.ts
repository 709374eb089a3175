import { ROLES } from '#platform/auth';
import { defineRequest, paging } from '#platform/http';
import { describeFields, email, object, oneOf, uuid4, strict } from '#platform/wire';
import { OrganizationMemberView } from '../../queries/organization-member.view.ts';

const ORGANIZATION = { id: 'The ID of the organization.' };
const organization = describeFields({ id: uuid4() }, ORGANIZATION);
const ROLE = 'The role in the organization: `owner`, `admin`, `member`, `finance` or `support`.';

export const ListMembersRequest = defineRequest({ path: organization, query: paging });
export const OneMemberRequest = defineRequest({
  path: describeFields({ id: uuid4(), user_id: uuid4() }, { ...ORGANIZATION, user_id: 'The ID of the user.' }),
});
export const ChangeMemberRequest = defineRequest({
  path: describeFields({ id: uuid4(), user_id: uuid4() }, { ...ORGANIZATION, user_id: 'The ID of the user.' }),
  body: strict(object({ role: oneOf(ROLES) }, 'OrganizationMemberUpdate', { role: ROLE }), OrganizationMemberView),
});
export const TransferRequest = defineRequest({
  path: organization,
  body: strict(
    object({ user_id: uuid4() }, 'OrganizationOwnerTransfer', { user_id: 'The ID of the member who becomes the owner.' }),
  ),
});
export const InviteRequest = defineRequest({
  path: organization,
  body: strict(
    object({ email: email(), role: oneOf(ROLES) }, 'OrganizationInvitationCreate', {
      email: { text: 'The e-mail address of the user.', example: 'grace@example.com' },
      role: ROLE,
    }),
  ),
});
export const OneInvitationRequest = defineRequest({
  path: describeFields({ id: uuid4(), invitation_id: uuid4() }, { ...ORGANIZATION, invitation_id: 'The ID of the invitation.' }),
});
export const OwnInvitationsRequest = defineRequest({ query: paging });
export const OneOwnInvitationRequest = defineRequest({
  path: describeFields({ id: uuid4() }, { id: 'The ID of the invitation.' }),
});
