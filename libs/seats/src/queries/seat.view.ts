import { MemberView } from '#customer-portal/views';
import {
  defineField,
  describeResource,
  type Field,
  type Infer,
  integer,
  list,
  nullable,
  object,
  oneOf,
  text,
  timestamp,
  uuid4,
} from '#platform/wire';

const time = () => nullable(timestamp());
const id = () => nullable(uuid4());

/** Data of the seller, of any structure. */
const anything: Field<{ readonly [key: string]: unknown }> = defineField({
  schema: { type: 'object', additionalProperties: true },
  read: (input) => input as { readonly [key: string]: unknown },
});

export const SEAT_STATUSES = ['pending', 'claimed', 'revoked'] as const;

/** A seat. Its holder is `null` once it is revoked. */
export const SeatView = object(
  {
    created_at: timestamp(),
    modified_at: time(),
    id: uuid4(),
    subscription_id: id(),
    order_id: id(),
    status: oneOf(SEAT_STATUSES),
    customer_id: id(),
    member_id: id(),
    member: nullable(MemberView),
    email: nullable(text()),
    customer_email: nullable(text()),
    invitation_token_expires_at: time(),
    claimed_at: time(),
    revoked_at: time(),
    seat_metadata: nullable(anything),
  },
  'CustomerSeat',
  {
    ...describeResource('seat'),
    subscription_id: 'The ID of the subscription that the seat belongs to, or `null`.',
    order_id: 'The ID of the order that the seat belongs to, or `null`.',
    status: 'The status of the seat: assigned but not claimed (`pending`), `claimed` or `revoked`.',
    customer_id: 'The ID of the customer of the holder, or `null` if the seat is revoked.',
    member_id: 'The ID of the member who holds the seat, or `null` if the seat is revoked.',
    member: 'The member who holds the seat, or `null` if the seat is revoked.',
    email: 'The e-mail address of the holder, or `null` if the seat is revoked.',
    customer_email: 'The e-mail address of the holder, or `null` if the seat is revoked.',
    invitation_token_expires_at: 'When the invitation expires, or `null` if there is none.',
    claimed_at: 'When the seat was claimed, or `null`.',
    revoked_at: 'When the seat was revoked, or `null`.',
    seat_metadata: 'Data of the seller, stored with the seat, or `null`.',
  },
);
export type SeatView = Infer<typeof SeatView>;

const count = () => integer({ ge: 0 });

export const SeatsListView = object({ seats: list(SeatView), available_seats: count(), total_seats: count() }, 'SeatsList', {
  seats: 'The seats, oldest first.',
  available_seats: 'The number of seats that can be assigned.',
  total_seats: 'The number of seats that were bought.',
});
export type SeatsListView = Infer<typeof SeatsListView>;

export const AssignedSeatsView = object({ seats: list(SeatView) }, 'AssignedSeats', {
  seats: 'The assigned seats, in the order of the request.',
});

export const ReleasedSeatsView = object({ released: count() }, 'ReleasedSeats', {
  released: 'The number of seats that were released.',
});

export const InvitationView = object({ invitation_token: text(), claim_url: text(), expires_at: timestamp() }, 'SeatInvitation', {
  invitation_token: 'The token with which the seat is claimed. No other response contains it.',
  claim_url: 'The URL at which the recipient claims the seat.',
  expires_at: 'When the invitation expires.',
});
export type InvitationView = Infer<typeof InvitationView>;

export const SeatClaimView = object({ seat: SeatView, customer_session_token: text() }, 'CustomerSeatClaimResponse', {
  seat: 'The claimed seat.',
  customer_session_token: { text: 'The token of a new session of the member.', example: 'latchkey_mst_…' },
});
export type SeatClaimView = Infer<typeof SeatClaimView>;

const always: Field<true> = defineField({ schema: { type: 'boolean', const: true }, read: () => true });

export const SeatClaimInfoView = object(
  {
    product_name: text(),
    product_id: uuid4(),
    organization_name: text(),
    organization_slug: text(),
    customer_email: text(),
    can_claim: always,
  },
  'SeatClaimInfo',
  {
    product_name: 'The name of the product.',
    product_id: 'The ID of the product.',
    organization_name: 'The name of the organization.',
    organization_slug: 'The slug of the organization.',
    customer_email: 'The e-mail address that was invited.',
    can_claim: 'Whether the seat can be claimed. Always `true`: otherwise the response is 404.',
  },
);
export type SeatClaimInfoView = Infer<typeof SeatClaimInfoView>;
