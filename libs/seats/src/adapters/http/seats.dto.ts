import { ValidationFailed, ResourceNotFound } from '#kernel';
import { defineRequest, paging } from '#platform/http';
import { LOOKUP_TEXT } from '#support/texts';
import {
  boolean,
  withDefault,
  defineField,
  described,
  describeFields,
  email,
  type Field,
  type Infer,
  list,
  nullable,
  object,
  optional,
  text,
  uuid4,
  strict,
} from '#platform/wire';
import type { RecipientInput } from '../../commands/recipients.ts';
import type { SeatAssignmentInput } from '../../commands/assign-seats.ts';
import { csvOr } from './csv-seats.ts';
import { seatMetadata } from './seat-metadata.ts';

const maybe = <T>(field: Field<T>) => optional(nullable(field));
const externalMemberId = maybe(text({ min: 1, max: 255 }));

const PURCHASE = {
  subscription_id: {
    text: 'The ID of the subscription. Exactly one of `subscription_id` and `order_id` is required.',
    example: '3f0b4b9a-6a1e-4c5e-8a51-0d3f4bb7a001',
  },
  order_id: 'The ID of the order. Exactly one of `subscription_id` and `order_id` is required.',
};
const METADATA = 'Data of your own, stored with the seat: at most 10 keys and 1,024 characters as JSON.';

const purchase = describeFields({ subscription_id: maybe(uuid4()), order_id: maybe(uuid4()) }, PURCHASE);

const assignment = describeFields(
  {
    ...purchase,
    email: maybe(email()),
    external_customer_id: maybe(text(LOOKUP_TEXT)),
    customer_id: maybe(uuid4()),
    external_member_id: externalMemberId,
    member_id: maybe(uuid4()),
    metadata: maybe(seatMetadata()),
    immediate_claim: withDefault(boolean(), () => false),
  },
  {
    email: {
      text: 'The e-mail address of the recipient, who becomes a member of the customer that bought the seats.',
      example: 'jane@example.com',
    },
    external_customer_id: 'The external ID of a customer to assign the seat to. Cannot be combined with other recipients.',
    customer_id: 'The ID of a customer to assign the seat to. Cannot be combined with other recipients.',
    external_member_id: 'The external ID of the member to assign the seat to. With `email` a new member gets this external ID.',
    member_id: 'The ID of the member to assign the seat to. Cannot be combined with other recipients.',
    metadata: METADATA,
    immediate_claim: 'Whether the seat is claimed at once, without an invitation.',
  },
);

/** Adds a rule on the whole body, checked only if its fields are valid. */
const checked = <T>(field: Field<T>, wrong: (value: T) => string | undefined): Field<T> =>
  defineField({
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

/** There are no checkouts, so any checkout is not found. */
export const AssignOwnSeatRequest = defineRequest({
  body: checked(
    object({ ...assignment, checkout_id: maybe(uuid4()) }, 'CustomerSeatAssign', {
      checkout_id: 'Not supported: there are no checkouts, so any ID is not found.',
    }),
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

const newSeat = strict(
  object(
    {
      email: email(),
      name: maybe(text({ max: 256 })),
      external_member_id: externalMemberId,
      metadata: maybe(seatMetadata()),
    },
    'SeatToAssign',
    {
      email: { text: 'The e-mail address of the recipient.', example: 'jane@example.com' },
      name: { text: 'The name of the recipient.', example: 'Jane Doe' },
      external_member_id: 'The ID of the recipient in your own system.',
      metadata: METADATA,
    },
  ),
);

const MANY = 1000;
const newSeats = list(newSeat, { min: 1, max: MANY });

export const AssignSeatsRequest = defineRequest({
  query: describeFields(
    { subscription_id: optional(uuid4()), order_id: optional(uuid4()) },
    {
      subscription_id: 'The ID of the subscription, for a body in CSV.',
      order_id: 'The ID of the order, for a body in CSV.',
    },
  ),
  body: csvOr(
    checked(strict(object({ ...purchase, seats: newSeats }, 'SeatsAssign', { seats: 'The seats to assign.' })), onePurchase),
    newSeats,
    MANY,
  ),
});

/** A body in CSV has no purchase: the query names it. */
export function purchaseOfMany(query: Sources, body: Sources & { readonly seats: unknown }) {
  if (!onePurchase(body)) return purchaseOf(body);
  if (onePurchase(query)) throw ValidationFailed.at([], `Value error, ${ONE_PURCHASE}`);
  return purchaseOf(query);
}

export const toAssignmentInput = (seat: Infer<typeof newSeat>): SeatAssignmentInput => ({
  recipient: {
    email: seat.email,
    name: seat.name ?? null,
    ...(seat.external_member_id ? { externalId: seat.external_member_id } : {}),
  },
  metadata: seat.metadata ?? {},
});

export const ReleaseExpiredRequest = defineRequest({ body: checked(strict(object(purchase, 'SeatsRelease')), onePurchase) });

/** The purchase that the request names. */
export function purchaseOf({ subscription_id, order_id, checkout_id }: Sources) {
  if (checkout_id) throw new ResourceNotFound();
  return subscription_id ? { subscriptionId: subscription_id } : { orderId: order_id! };
}

export const ListSeatsRequest = defineRequest({
  query: {
    ...describeFields(
      { subscription_id: optional(uuid4()), order_id: optional(uuid4()) },
      {
        subscription_id: 'The ID of the subscription. One of `subscription_id` and `order_id` is required.',
        order_id: 'The ID of the order. One of `subscription_id` and `order_id` is required.',
      },
    ),
    ...describeFields(
      { page: optional(paging.page), limit: optional(paging.limit) },
      {
        page: 'The number of the page; the first page is 1. Without `page` and `limit` all seats are returned.',
        limit: 'The number of seats per page. Values above 100 count as 100. Without `page` and `limit` all seats are returned.',
      },
    ),
  },
});

const seatPath = { seat_id: described(uuid4(), 'The ID of the seat.') };

export const OneSeatRequest = defineRequest({ path: seatPath });

export const ReassignSeatRequest = defineRequest({
  path: seatPath,
  body: strict(
    object(
      {
        email: email(),
        name: withDefault(nullable(text({ max: 256 })), () => null),
        immediate_claim: withDefault(boolean(), () => false),
      },
      'SeatReassign',
      {
        email: {
          text: 'The e-mail address of the new holder, who becomes a member of the customer.',
          example: 'jane@example.com',
        },
        name: { text: 'The name of the new holder.', example: 'Jane Doe' },
        immediate_claim: 'Whether the seat is claimed at once, without an invitation.',
      },
    ),
  ),
});

/** A token of another form is handled like an unknown one. */
const invitationToken = text(LOOKUP_TEXT);

const TOKEN = 'The token from the invitation.';

export const ClaimSeatRequest = defineRequest({
  body: object({ invitation_token: invitationToken }, 'SeatClaim', { invitation_token: TOKEN }),
});

export const ClaimInfoRequest = defineRequest({ path: { invitation_token: described(invitationToken, TOKEN) } });
