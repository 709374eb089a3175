import { ValidationFailed, ResourceNotFound } from '#kernel';
import { defineRequest, paging } from '#platform/http';
import {
  boolean,
  withDefault,
  email,
  type Field,
  type Infer,
  list,
  nullable,
  object,
  optional,
  text,
  uuid4,
} from '#platform/wire';
import type { RecipientInput } from '../../commands/recipients.ts';
import type { SeatAssignmentInput } from '../../commands/assign-seats.ts';
import { csvOr } from './csv-seats.ts';
import { seatMetadata } from './seat-metadata.ts';

const maybe = <T>(field: Field<T>) => optional(nullable(field));
const externalMemberId = maybe(text({ min: 1, max: 255 }));

const purchase = { subscription_id: maybe(uuid4()), order_id: maybe(uuid4()) };

const assignment = {
  ...purchase,
  email: maybe(email()),
  external_customer_id: maybe(text()),
  customer_id: maybe(uuid4()),
  external_member_id: externalMemberId,
  member_id: maybe(uuid4()),
  metadata: maybe(seatMetadata()),
  immediate_claim: withDefault(boolean(), () => false),
};

/** Of a body that reads well, what still is wrong with it as a whole. */
const checked = <T>(field: Field<T>, wrong: (value: T) => string | undefined): Field<T> => ({
  ...field,
  read: (input, issues) => {
    const before = issues.length;
    const value = field.read(input, issues);
    const reason = issues.length === before ? wrong(value) : undefined;
    if (reason) issues.push({ loc: [], type: 'value_error', msg: `Value error, ${reason}`, input, ctx: { error: {} } });
    return value;
  },
});

const given = (...values: unknown[]): number => values.filter((value) => value !== undefined && value !== null).length;

interface Sources {
  readonly subscription_id?: string | null;
  readonly order_id?: string | null;
  readonly checkout_id?: string | null;
}

const ONE_PURCHASE = 'Exactly one of subscription_id or order_id must be provided';
const onePurchase = ({ subscription_id, order_id, checkout_id }: Sources): string | undefined =>
  given(subscription_id, order_id, checkout_id) === 1 ? undefined : ONE_PURCHASE;

type Recipient = Partial<Infer<ReturnType<typeof object<typeof assignment>>>>;

function recipientProblem(body: Recipient): string | undefined {
  const { email: address, customer_id, external_customer_id, member_id, external_member_id } = body;
  const customers = given(customer_id, external_customer_id);
  const members = given(member_id, external_member_id);
  if (customers + members + given(address) === 0) return 'At least one recipient identifier must be provided';
  if (customers > 0 && members > 0) return 'Customer and member identifiers cannot be combined';
  if (members === 2) return 'Only one of member_id and external_member_id can be provided';
  if (customers > 0 && customers + given(address) > 1) {
    return 'Exactly one of email, external_customer_id, customer_id must be provided';
  }
  return given(member_id, address) === 2 ? 'member_id cannot be combined with email' : undefined;
}

export const AssignSeatRequest = defineRequest({
  body: checked(object(assignment, 'SeatAssign'), (body) => onePurchase(body) ?? recipientProblem(body)),
});

/** There are no checkouts: one that is named does not exist. */
export const AssignOwnSeatRequest = defineRequest({
  body: checked(
    object({ ...assignment, checkout_id: maybe(uuid4()) }, 'CustomerSeatAssign'),
    (body) => onePurchase(body) ?? recipientProblem(body),
  ),
});

export function recipientOf(body: Recipient): RecipientInput {
  if (body.customer_id) return { customer: { id: body.customer_id } };
  if (body.external_customer_id) return { customer: { externalId: body.external_customer_id } };
  if (body.member_id) return { id: body.member_id };
  return {
    ...(body.external_member_id ? { externalId: body.external_member_id } : {}),
    ...(body.email ? { email: body.email } : {}),
  };
}

const newSeat = object(
  {
    email: email(),
    name: maybe(text({ max: 256 })),
    external_member_id: externalMemberId,
    metadata: maybe(seatMetadata()),
  },
  'SeatToAssign',
);

const MANY = 1000;
const newSeats = list(newSeat, { min: 1, max: MANY });

export const AssignSeatsRequest = defineRequest({
  query: { subscription_id: optional(uuid4()), order_id: optional(uuid4()) },
  body: csvOr(checked(object({ ...purchase, seats: newSeats }, 'SeatsAssign'), onePurchase), newSeats),
});

/** A list of seats as CSV leaves it to the query to say of what. */
export function purchaseOfMany(query: Sources, body: Sources & { readonly seats: unknown }) {
  if (!onePurchase(body)) return purchaseOf(body);
  if (onePurchase(query)) throw ValidationFailed.at([], `Value error, ${ONE_PURCHASE}`);
  return purchaseOf(query);
}

export const wishOf = (seat: Infer<typeof newSeat>): SeatAssignmentInput => ({
  recipient: {
    email: seat.email,
    name: seat.name ?? null,
    ...(seat.external_member_id ? { externalId: seat.external_member_id } : {}),
  },
  metadata: seat.metadata ?? {},
});

export const ReleaseExpiredRequest = defineRequest({ body: checked(object(purchase, 'SeatsRelease'), onePurchase) });

/** What the one that is given says. */
export function purchaseOf({ subscription_id, order_id, checkout_id }: Sources) {
  if (checkout_id) throw new ResourceNotFound();
  return subscription_id ? { subscriptionId: subscription_id } : { orderId: order_id! };
}

export const ListSeatsRequest = defineRequest({
  query: {
    subscription_id: optional(uuid4()),
    order_id: optional(uuid4()),
    page: optional(paging.page),
    limit: optional(paging.limit),
  },
});

export const OneSeatRequest = defineRequest({ path: { seat_id: uuid4() } });

/** Any string at all: one that is no token is answered like one that opens nothing. */
const invitationToken: Field<string> = {
  schema: { type: 'string' },
  read: (input, issues) => {
    if (typeof input !== 'string') issues.push({ loc: [], type: 'string_type', msg: 'Input should be a valid string', input });
    return input as string;
  },
};

export const ClaimSeatRequest = defineRequest({ body: object({ invitation_token: invitationToken }, 'SeatClaim') });

export const ClaimInfoRequest = defineRequest({ path: { invitation_token: invitationToken } });
