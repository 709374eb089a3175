import { MemberView } from '#customer-portal/contract';
import { type Field, type Infer, integer, list, nullable, object, oneOf, text, timestamp, uuid4 } from '#platform/wire';

const time = () => nullable(timestamp());
const id = () => nullable(uuid4());

/** Whatever the seller keeps with a seat. */
const anything: Field<{ readonly [key: string]: unknown }> = {
  schema: { type: 'object', additionalProperties: true },
  read: (input) => input as { readonly [key: string]: unknown },
};

export const SEAT_STATUSES = ['pending', 'claimed', 'revoked'] as const;

/** A seat; who has it is null once it is revoked. */
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
);
export type SeatView = Infer<typeof SeatView>;

const count = () => integer({ ge: 0 });

export const SeatsListView = object({ seats: list(SeatView), available_seats: count(), total_seats: count() }, 'SeatsList');
export type SeatsListView = Infer<typeof SeatsListView>;

export const AssignedSeatsView = object({ seats: list(SeatView) }, 'AssignedSeats');

export const ReleasedSeatsView = object({ released: count() }, 'ReleasedSeats');

export const InvitationView = object({ invitation_token: text(), claim_url: text(), expires_at: timestamp() }, 'SeatInvitation');
export type InvitationView = Infer<typeof InvitationView>;

export const SeatClaimView = object({ seat: SeatView, customer_session_token: text() }, 'CustomerSeatClaimResponse');
export type SeatClaimView = Infer<typeof SeatClaimView>;

const always: Field<true> = { schema: { type: 'boolean', const: true }, read: () => true };

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
);
export type SeatClaimInfoView = Infer<typeof SeatClaimInfoView>;
