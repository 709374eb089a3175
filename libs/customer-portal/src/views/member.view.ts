import { describeResource, type Infer, nullable, object, oneOf, text, timestamp, uuid4 } from '#platform/wire';

export const MEMBER_ROLES = ['owner', 'billing_manager', 'member'] as const;

/** A member of a customer as sellers see it. */
export const MemberView = object(
  {
    id: uuid4(),
    created_at: timestamp(),
    modified_at: nullable(timestamp()),
    customer_id: uuid4(),
    email: text(),
    name: nullable(text()),
    external_id: nullable(text()),
    role: oneOf(MEMBER_ROLES),
  },
  'Member',
  {
    ...describeResource('member'),
    customer_id: 'The ID of the customer that the member belongs to.',
    email: { text: 'The e-mail address of the member.', example: 'jane@example.com' },
    name: { text: 'The name of the member, or `null`.', example: 'Jane Doe' },
    external_id: 'The ID of the member in your own system, or `null`.',
    role: 'The role of the member. Every customer has one `owner`.',
  },
);
export type MemberView = Infer<typeof MemberView>;
