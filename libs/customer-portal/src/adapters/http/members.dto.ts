import { defineRequest, paging, sorting } from '#platform/http';
import { LOOKUP_TEXT } from '#support/texts';
import {
  blankToNull,
  withDefault,
  described,
  describeFields,
  email,
  type Infer,
  nullable,
  object,
  oneOf,
  optional,
  text,
  uuid4,
} from '#platform/wire';
import { MEMBER_ORDERS } from '../../queries/list-members.ts';
import { MEMBER_ROLES } from '../../queries/member.view.ts';

const role = oneOf(MEMBER_ROLES);
const name = optional(blankToNull({ max: 256 }));
const order = sorting(MEMBER_ORDERS, ['-created_at']);

const ofCustomer = { id: described(uuid4(), 'The ID of the customer.') };
const ofExternalCustomer = { external_id: described(text(LOOKUP_TEXT), 'The ID of the customer in your own system.') };
const oneMember = { ...ofCustomer, member_id: described(uuid4(), 'The ID of the member.') };
const oneExternalMember = {
  ...ofExternalCustomer,
  member_external_id: described(text(LOOKUP_TEXT), 'The ID of the member in your own system.'),
};

const listing = { role: described(optional(role), 'Returns only members with this role.'), sorting: order, ...paging };

const UPDATE = {
  email: { text: 'The e-mail address of the member. It must be unique within the customer.', example: 'jane@example.com' },
  name: { text: 'The name of the member. `null` or blank to leave it as it is.', example: 'Jane Doe' },
  role: 'The role of the member. Making another member the `owner` makes the previous one a `billing_manager`.',
};
const CREATE = {
  ...UPDATE,
  name: { text: 'The name of the member.', example: 'Jane Doe' },
  external_id: 'The ID of the member in your own system.',
  role: 'The role of the member. `member` by default.',
};

const newcomer = object(
  {
    email: email(),
    name,
    external_id: optional(blankToNull({ max: 255 })),
    role: withDefault(oneOf(['member', 'billing_manager']), () => 'member' as const),
  },
  'MemberCreateFromCustomer',
  CREATE,
);
const changes = object({ name, email: optional(nullable(email())), role: optional(nullable(role)) }, 'MemberUpdate', UPDATE);

export const ListMembersRequest = defineRequest({
  query: {
    ...describeFields(
      { customer_id: optional(text(LOOKUP_TEXT)), external_customer_id: optional(text(LOOKUP_TEXT)) },
      {
        customer_id: 'Returns only members of this customer.',
        external_customer_id: 'Returns only members of the customer with this external ID.',
      },
    ),
    ...listing,
  },
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
  body: object({ email: email(), name, role: withDefault(role, () => 'member' as const) }, 'CustomerPortalMemberCreate', {
    ...CREATE,
    role: 'The role of the member: `member` (the default) or `billing_manager`.',
  }),
});
export const OneOfTeamRequest = defineRequest({ path: { id: described(uuid4(), 'The ID of the member.') } });
export const UpdateOneOfTeamRequest = defineRequest({
  path: { id: described(uuid4(), 'The ID of the member.') },
  body: object({ name, role: optional(nullable(role)) }, 'CustomerPortalMemberUpdate', UPDATE),
});
