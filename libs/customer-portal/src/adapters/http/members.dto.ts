import { defineRequest, paging, sorting } from '#platform/http';
import { blankToNull, withDefault, email, type Infer, nullable, object, oneOf, optional, text, uuid4 } from '#platform/wire';
import { MEMBER_ORDERS } from '../../queries/list-members.ts';
import { MEMBER_ROLES } from '../../queries/member.view.ts';

const role = oneOf(MEMBER_ROLES);
const name = optional(blankToNull({ max: 256 }));
const order = sorting(MEMBER_ORDERS, ['-created_at']);

const ofCustomer = { id: uuid4() };
const ofExternalCustomer = { external_id: text() };
const oneMember = { ...ofCustomer, member_id: uuid4() };
const oneExternalMember = { ...ofExternalCustomer, member_external_id: text() };

const listing = { role: optional(role), sorting: order, ...paging };

const newcomer = object(
  {
    email: email(),
    name,
    external_id: optional(blankToNull({ max: 255 })),
    role: withDefault(oneOf(['member', 'billing_manager']), () => 'member' as const),
  },
  'MemberCreateFromCustomer',
);
const changes = object({ name, email: optional(nullable(email())), role: optional(nullable(role)) }, 'MemberUpdate');

export const ListMembersRequest = defineRequest({
  query: { customer_id: optional(text()), external_customer_id: optional(text()), ...listing },
});
export const MembersOfCustomerRequest = defineRequest({ path: ofCustomer, query: listing });
export const MembersOfExternalCustomerRequest = defineRequest({ path: ofExternalCustomer, query: listing });
export const CreateMemberRequest = defineRequest({ path: ofCustomer, body: newcomer });
export const CreateMemberOfExternalRequest = defineRequest({ path: ofExternalCustomer, body: newcomer });
export const OneMemberRequest = defineRequest({ path: oneMember });
export const OneExternalMemberRequest = defineRequest({ path: oneExternalMember });
export const UpdateMemberRequest = defineRequest({ path: oneMember, body: changes });
export const UpdateExternalMemberRequest = defineRequest({ path: oneExternalMember, body: changes });

export const newcomerFrom = ({ external_id, ...rest }: Infer<typeof newcomer>) => ({ ...rest, externalId: external_id });

export const ListTeamRequest = defineRequest({ query: paging });
export const InviteToTeamRequest = defineRequest({
  body: object({ email: email(), name, role: withDefault(role, () => 'member' as const) }, 'CustomerPortalMemberCreate'),
});
export const OneOfTeamRequest = defineRequest({ path: { id: uuid4() } });
export const UpdateOneOfTeamRequest = defineRequest({
  path: { id: uuid4() },
  body: object({ name, role: optional(nullable(role)) }, 'CustomerPortalMemberUpdate'),
});
