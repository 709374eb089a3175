import { defineRequest, repeatable, metadataFilter, paging, sorting } from '#platform/http';
import {
  addressFrom,
  AddressInput,
  blankToNull,
  boolean,
  withDefault,
  email,
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
  uuid4,
} from '#platform/wire';
import { CUSTOMER_ORDERS } from '../../queries/list-customers.ts';

const externalId = optional(blankToNull({ max: 255 }));
const name = optional(blankToNull({ max: 256 }));
const owner = object({ email: email(), name, external_id: externalId }, 'MemberOwnerCreate');

const described = {
  name,
  billing_address: optional(nullable(AddressInput)),
  tax_id: optional(blankToNull()),
  locale: optional(nullable(locale())),
  metadata: optional(metadata()),
};
const newcomer = {
  ...described,
  external_id: externalId,
  organization_id: optional(nullable(uuid4())),
  owner: optional(nullable(owner)),
};

/** A team without an address of its own is reached through its owner. */
const reachable = <T>(team: Field<T>): Field<T> => ({
  ...team,
  read: (input, issues) => {
    if (isPlainObject(input) && (input['email'] ?? input['owner'] ?? null) === null) {
      issues.push({ loc: ['owner'], type: 'missing', msg: 'A team without an email address needs an owner.', input });
    }
    return team.read(input, issues);
  },
});

const individual = object({ type: literal('individual'), email: email(), ...newcomer }, 'CustomerIndividualCreate');
const team = object({ type: literal('team'), email: optional(nullable(email())), ...newcomer }, 'CustomerTeamCreate');

export const CreateCustomerRequest = defineRequest({
  body: discriminatedUnion('type', { individual, team: reachable(team) }, 'individual'),
});

const byId = { id: uuid4() };
const byExternalId = { external_id: text() };
const deletion = { anonymize: withDefault(boolean(), () => false) };
const changes = { email: optional(nullable(email())), ...described };

export const OneCustomerRequest = defineRequest({ path: byId });
export const OneExternalCustomerRequest = defineRequest({ path: byExternalId });
export const DeleteCustomerRequest = defineRequest({ path: byId, query: deletion });
export const DeleteExternalCustomerRequest = defineRequest({ path: byExternalId, query: deletion });

export const UpdateCustomerRequest = defineRequest({
  path: byId,
  body: object(
    { ...changes, external_id: externalId, type: optional(nullable(oneOf(['individual', 'team']))) },
    'CustomerUpdate',
  ),
});
/** Neither the external id nor the type is changed this way. */
export const UpdateExternalCustomerRequest = defineRequest({
  path: byExternalId,
  body: object(changes, 'CustomerUpdateExternalID'),
});

export const ListCustomersRequest = defineRequest({
  query: {
    organization_id: repeatable(uuid4()),
    email: optional(text()),
    query: optional(text()),
    active: optional(boolean()),
    metadata: metadataFilter(),
    sorting: sorting(CUSTOMER_ORDERS, ['-created_at']),
    ...paging,
  },
});

type Details = Infer<typeof UpdateExternalCustomerRequest.shape.body>;

/** What creating and changing have in common, in the words of the commands. */
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
