import { comparedTag, withOneTag } from '../../views/index.ts';
import { MOST_TAGS } from '#support/tags';
import { defineRequest, repeatable, exportFormat, metadataFilter, paging, sorting } from '#platform/http';
import { SHORT_TEXT, LOOKUP_TEXT } from '#support/texts';
import {
  addressFrom,
  AddressInput,
  blankToNull,
  boolean,
  withDefault,
  defineField,
  described,
  awareTimestamp,
  describeFields,
  describeInput,
  email,
  emailFilter,
  type Field,
  type Infer,
  isPlainObject,
  literal,
  locale,
  metadata,
  nullable,
  object,
  oneOf,
  optional,
  discriminatedUnion,
  text,
  timestamp,
  uuid4,
  strict,
} from '#platform/wire';
import { CUSTOMER_ORDERS } from '../../queries/list-customers.ts';

const texts = describeInput('customer');

const UPDATE = {
  email: { text: 'The e-mail address. It must be unique within the organization.', example: 'jane@example.com' },
  name: { text: 'The name of the customer. `null` or blank for none.', example: 'Jane Doe' },
  billing_address: 'The billing address. Replaces the existing one as a whole; `null` removes it.',
  tax_id: 'The tax ID: a number valid in the country of the billing address. `null` or blank removes it.',
  locale: { text: 'The language of the customer as a BCP 47 tag.', example: 'en-GB' },
  metadata: texts.body.metadata,
  external_id: {
    text: 'The ID of the customer in your own system. It must be unique within the organization and cannot be changed once it is set.',
    example: 'user-4711',
  },
  type: 'The type of the customer. An `individual` can become a `team`, not the other way round.',
};
const CREATE = {
  ...UPDATE,
  type: 'Whether the customer is an `individual` or a `team` with members. `individual` by default.',
  organization_id: texts.body.organization_id,
  owner: 'The owner of the customer. Required for a team without `email`.',
};

const externalId = optional(blankToNull({ max: 255 }));
const name = optional(blankToNull({ max: 256 }));
const owner = object({ email: email(), name, external_id: externalId }, 'MemberOwnerCreate', {
  email: 'The e-mail address of the owner.',
  name: 'The name of the owner.',
  external_id: 'The ID of the owner in your own system.',
});

const attributes = {
  name,
  billing_address: optional(nullable(AddressInput)),
  tax_id: optional(blankToNull(SHORT_TEXT)),
  locale: optional(nullable(locale())),
  metadata: optional(metadata()),
};
const commonFields = {
  ...attributes,
  external_id: externalId,
  organization_id: optional(nullable(uuid4())),
  owner: optional(nullable(owner)),
};

/** A team without an e-mail address needs an owner to be reached. */
const hasAddress = <T>(team: Field<T>): Field<T> =>
  defineField({
    ...team,
    read: (input, issues) => {
      if (isPlainObject(input) && (input['email'] ?? input['owner'] ?? null) === null) {
        issues.push({ loc: ['owner'], type: 'missing', msg: 'A team without an email address needs an owner.', input });
      }
      return team.read(input, issues);
    },
  });

const individual = object({ type: literal('individual'), email: email(), ...commonFields }, 'CustomerIndividualCreate', CREATE);
const team = object({ type: literal('team'), email: optional(nullable(email())), ...commonFields }, 'CustomerTeamCreate', {
  ...CREATE,
  email: 'The e-mail address. Can be left out if there is an `owner`.',
});

export const CreateCustomerRequest = defineRequest({
  body: discriminatedUnion('type', { individual, team: hasAddress(team) }, 'individual'),
});

const byId = describeFields({ id: uuid4() }, texts.path);
const byExternalId = { external_id: described(text(LOOKUP_TEXT), 'The ID of the customer in your own system.') };
const deletion = {
  anonymize: described(
    withDefault(boolean(), () => false),
    'Whether to also remove the personal data. A customer with a tax ID is a business and keeps its name.',
  ),
};
const changes = { email: optional(nullable(email())), ...attributes };

export const OneCustomerRequest = defineRequest({ path: byId });
export const OneAliasRequest = defineRequest({
  path: { ...byId, merged_customer_id: described(uuid4(), 'The ID of the customer that had the address, and was merged.') },
});
export const OneExternalCustomerRequest = defineRequest({ path: byExternalId });
export const MergeCustomerRequest = defineRequest({
  path: byId,
  body: strict(
    object({ customer_id: uuid4() }, 'CustomerMerge', {
      customer_id: 'The ID of the customer that is merged into the customer in the path, and deleted.',
    }),
  ),
});
export const DeleteCustomerRequest = defineRequest({ path: byId, query: deletion });
export const DeleteExternalCustomerRequest = defineRequest({ path: byExternalId, query: deletion });

export const UpdateCustomerRequest = defineRequest({
  path: byId,
  body: object(
    { ...changes, external_id: externalId, type: optional(nullable(oneOf(['individual', 'team']))) },
    'CustomerUpdate',
    UPDATE,
  ),
});
/** The external ID and the type cannot be changed this way. */
export const UpdateExternalCustomerRequest = defineRequest({
  path: byExternalId,
  body: object(changes, 'CustomerUpdateExternalID', UPDATE),
});

/** What customers are filtered by, in their list and in the export of it. */
const filters = {
  ...describeFields(
    {
      organization_id: repeatable(uuid4()),
      email: optional(emailFilter()),
      query: optional(text(LOOKUP_TEXT)),
      active: optional(boolean()),
      first_purchased_after: optional(timestamp()),
      first_purchased_before: optional(timestamp()),
      lost_after: optional(timestamp()),
      lost_before: optional(timestamp()),
    },
    {
      ...texts.filters,
      email: 'Returns only the customer with this e-mail address, ignoring case.',
      query:
        'Returns only customers whose e-mail address, name or billing name contains this text or whose external ID starts with it, ignoring case and accents.',
      active: 'Returns only customers with (`true`) or without (`false`) an active subscription.',
      first_purchased_after: 'Returns only customers whose first paid order was bought at or after this time. An extension.',
      first_purchased_before: 'Returns only customers with a paid order that was bought at or before this time. An extension.',
      lost_after:
        'Returns only customers with a subscription that stopped being active at or after this time, and without an active one at `lost_before`, or now. An extension.',
      lost_before:
        'Returns only customers with a subscription that stopped being active at or before this time, and without an active one at this time. An extension.',
    },
  ),
  metadata: metadataFilter(),
  tag: described(repeatable(comparedTag, { max: MOST_TAGS }), withOneTag('customers')),
};

export const ListCustomersRequest = defineRequest({
  query: {
    ...filters,
    sorting: sorting(CUSTOMER_ORDERS, ['-created_at']),
    ...paging,
  },
});

export const CustomerFiguresRequest = defineRequest(
  {
    query: describeFields(
      { organization_id: repeatable(uuid4()), start_timestamp: awareTimestamp(), end_timestamp: awareTimestamp() },
      {
        ...texts.filters,
        start_timestamp: { text: 'The start of the range.', example: '2026-01-01T00:00:00Z' },
        end_timestamp: { text: 'The end of the range, which belongs to it.', example: '2026-01-31T23:59:59.999Z' },
      },
    ),
  },
  { countsAll: true },
);

export const ExportCustomersRequest = defineRequest({ query: { ...filters, format: exportFormat('csv') } }, { readsMany: true });

type Details = Infer<typeof UpdateExternalCustomerRequest.shape.body>;

/** The fields that creating and updating have in common, as the commands expect them. */
export const detailsOf = (body: Details) => ({
  email: body.email,
  name: body.name,
  locale: body.locale,
  metadata: body.metadata,
  billingAddress: body.billing_address && addressFrom(body.billing_address),
  taxId: body.tax_id,
});

export const ownerFrom = (given: Infer<typeof owner> | null | undefined) =>
  given ? { email: given.email, name: given.name ?? undefined, externalId: given.external_id ?? undefined } : {};
