import { defineRequest } from '#platform/http';
import { LOOKUP_TEXT } from '#support/texts';
import {
  boolean,
  described,
  unionByKey,
  defineField,
  describeFields,
  type Field,
  httpUrl,
  isPlainObject,
  nullable,
  object,
  optional,
  text,
  uuid4,
  withDefault,
  strict,
} from '#platform/wire';

const attributes = describeFields(
  {
    member_id: optional(nullable(uuid4())),
    external_member_id: optional(nullable(text(LOOKUP_TEXT))),
    return_url: optional(nullable(httpUrl())),
  },
  {
    member_id: 'The ID of a member of the customer, to create a session of the member.',
    external_member_id: 'The ID of a member in your own system, to create a session of the member.',
    return_url: { text: 'The URL to which the portal leads back.', example: 'https://example.com/account' },
  },
);
const byId = object({ customer_id: uuid4(), ...attributes }, 'CustomerSessionCustomerIDCreate', {
  customer_id: 'The ID of the customer.',
});
const byExternalId = object(
  { external_customer_id: text(LOOKUP_TEXT), ...attributes },
  'CustomerSessionCustomerExternalIDCreate',
  {
    external_customer_id: 'The ID of the customer in your own system.',
  },
);

/** `customer_external_id` is an older name of `external_customer_id`. */
const renamed = <T>(field: Field<T>): Field<T> =>
  defineField({
    ...field,
    read: (input, issues) =>
      field.read(
        isPlainObject(input) && Object.hasOwn(input, 'customer_external_id')
          ? { external_customer_id: input['customer_external_id'], ...input }
          : input,
        issues,
      ),
  });

/** The customer is identified by `customer_id` if it is present, otherwise by `external_customer_id`. */
export const CreateCustomerSessionRequest = defineRequest({ body: unionByKey('customer_id', byId, renamed(byExternalId)) });

const ofCustomer = { id: described(uuid4(), 'The ID of the customer.') };

export const CreateViewingSessionRequest = defineRequest({
  path: ofCustomer,
  body: strict(
    object({ member_id: attributes.member_id, read_only: withDefault(boolean(), () => true) }, 'CustomerViewingSessionCreate', {
      member_id: 'The ID of a member of the customer, to see what the member sees.',
      read_only: 'Whether the session changes nothing. `true` by default.',
    }),
  ),
});

export const EndCustomerSessionsRequest = defineRequest({ path: ofCustomer });
