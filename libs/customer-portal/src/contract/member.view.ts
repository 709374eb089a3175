import { type Infer, nullable, object, oneOf, text, timestamp, uuid4 } from '#platform/wire';

export const MEMBER_ROLES = ['owner', 'billing_manager', 'member'] as const;

/** A member of a customer as sellers see it: in answers about members, and inside those of other contexts. */
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
);
export type MemberView = Infer<typeof MemberView>;
