import { ValidationFailed } from '#kernel';
import { defineRequest, paging, repeatable } from '#platform/http';
import { LOOKUP_TEXT, SHORT_TEXT } from '#support/texts';
import {
  boolean,
  describeFields,
  describeInput,
  type Infer,
  nullable,
  object,
  oneOf,
  optional,
  strict,
  text,
  uuid4,
  withDefault,
  integer,
} from '#platform/wire';
import { EVENT_STATUSES } from '../../queries/connector-event.view.ts';
import {
  ConnectorPriceView,
  ConnectorView,
  CUSTOMER_EMAIL_CHOICES,
  CUSTOMER_EMAIL_TEXT,
  ENTITLEMENT_TEXT,
  ENTITLEMENT_RULES,
  OWN_METADATA_TEXT,
  PRICE_BRINGS,
  PROVIDER_NAMES,
  UNMAPPED_CHOICES,
  UNMAPPED_TEXT,
} from '../../queries/connector.view.ts';

const texts = describeInput('connector');
const path = describeFields({ id: uuid4() }, texts.path);

const BODY = {
  ...texts.body,
  provider: 'The payment provider.',
  name: { text: 'A name for the connector.', example: 'Production' },
  secret: {
    text: 'The secret with which the provider signs its requests. It is stored encrypted and never returned.',
    example: 'whsec_c2VjcmV0IG9mIGEgY29ubmVjdG9y',
  },
  account:
    'The account or store at the provider whose events are accepted. Left out for a provider whose events name none; with Stripe only for a connected account.',
  is_test: 'Whether all events of the connector are tests, for a provider whose events do not say so themselves.',
  entitlement: ENTITLEMENT_TEXT,
  customer_email: CUSTOMER_EMAIL_TEXT,
  unmapped: UNMAPPED_TEXT,
  own_metadata: OWN_METADATA_TEXT,
};

const name = nullable(text(SHORT_TEXT));
const secret = text({ min: 8, ...SHORT_TEXT });
/** The key is not empty. */
const ownMetadata = nullable(text({ ...SHORT_TEXT, pattern: /^[^=]/ }));
const account = nullable(text({ min: 1, ...SHORT_TEXT }));

export const CreateConnectorRequest = defineRequest({
  body: strict(
    object(
      {
        provider: oneOf(PROVIDER_NAMES),
        secret,
        name: optional(name),
        account: optional(account),
        is_test: withDefault(boolean(), () => false),
        entitlement: withDefault(oneOf(ENTITLEMENT_RULES), () => 'provider_status' as const),
        customer_email: withDefault(oneOf(CUSTOMER_EMAIL_CHOICES), () => 'ask' as const),
        unmapped: withDefault(oneOf(UNMAPPED_CHOICES), () => 'report' as const),
        own_metadata: optional(ownMetadata),
        organization_id: optional(nullable(uuid4())),
      },
      'ConnectorCreate',
      BODY,
    ),
    ConnectorView,
  ),
});

const MAX_OVERLAP_SECONDS = 30 * 86_400;

export const UpdateConnectorRequest = defineRequest({
  path,
  body: strict(
    object(
      {
        secret: optional(nullable(secret)),
        overlap_seconds: withDefault(integer({ ge: 0, le: MAX_OVERLAP_SECONDS }), () => 0),
        name: optional(name),
        account: optional(account),
        is_test: optional(nullable(boolean())),
        entitlement: optional(nullable(oneOf(ENTITLEMENT_RULES))),
        customer_email: optional(nullable(oneOf(CUSTOMER_EMAIL_CHOICES))),
        unmapped: optional(nullable(oneOf(UNMAPPED_CHOICES))),
        own_metadata: optional(ownMetadata),
      },
      'ConnectorUpdate',
      {
        ...BODY,
        overlap_seconds: {
          text: 'For how many seconds events that are signed with the former secret are accepted as well, at most 30 days. 0 by default.',
          example: 86_400,
        },
      },
    ),
    ConnectorView,
  ),
});

export const OneConnectorRequest = defineRequest({ path });

export const ListConnectorsRequest = defineRequest({
  query: { ...describeFields({ organization_id: repeatable(uuid4()) }, texts.filters), ...paging },
});

const externalId = text({ min: 1, ...SHORT_TEXT });

export const MapPriceRequest = defineRequest({
  path,
  body: strict(
    object(
      {
        external_id: externalId,
        product_id: optional(nullable(uuid4())),
        meter_id: optional(nullable(uuid4())),
        brings: withDefault(oneOf(PRICE_BRINGS), () => 'product' as const),
      },
      'ConnectorPriceCreate',
      {
        external_id: {
          text: 'The ID of a price, product or payment link at the provider. The most specific one that is mapped counts.',
          example: 'price_1Qx4ZkLkdIwHu7ix',
        },
        product_id: 'The ID of the product here. Required unless the price brings none.',
        meter_id: 'The ID of the meter here. Required if `brings` is `meter`.',
        brings:
          'What the price brings: a product, a meter, or nothing. `meter` is for a metered price: the provider charges for usage that the meter counts here, and nothing is delivered. `nothing` is for what is sold at the provider and delivered elsewhere; its payments are no orders here.',
      },
    ),
    ConnectorPriceView,
  ),
});

export const UnmapPriceRequest = defineRequest({
  path: describeFields(
    { id: uuid4(), external_id: externalId },
    { ...texts.path, external_id: 'The ID at the provider that is mapped to a product.' },
  ),
});

export const ListPricesRequest = defineRequest({ path, query: paging });

export const ListEventsRequest = defineRequest({
  path,
  query: {
    ...describeFields(
      { status: optional(oneOf(EVENT_STATUSES)), external_id: optional(text(LOOKUP_TEXT)) },
      {
        status: 'Returns only events with this status.',
        external_id: 'Returns only the event with this ID at the provider.',
      },
    ),
    ...paging,
  },
});

export const OneEventRequest = defineRequest({
  path: describeFields({ id: uuid4(), event_id: uuid4() }, { ...texts.path, event_id: 'The ID of the event.' }),
});

type CreateBody = Infer<typeof CreateConnectorRequest.shape.body>;
type UpdateBody = Infer<typeof UpdateConnectorRequest.shape.body>;

export const newConnector = (body: CreateBody, organizationId: string) => ({
  organizationId,
  provider: body.provider,
  secret: body.secret,
  name: body.name ?? null,
  account: body.account ?? null,
  isTest: body.is_test,
  entitlement: body.entitlement,
  customerEmail: body.customer_email,
  unmapped: body.unmapped,
  ownMetadata: body.own_metadata ?? null,
});

/** `null` clears name, account and own metadata, and leaves everything else as it is. */
export const connectorChanges = (body: UpdateBody) => ({
  secret: body.secret ?? undefined,
  overlapSeconds: body.overlap_seconds,
  name: body.name,
  account: body.account,
  isTest: body.is_test ?? undefined,
  entitlement: body.entitlement ?? undefined,
  customerEmail: body.customer_email ?? undefined,
  unmapped: body.unmapped ?? undefined,
  ownMetadata: body.own_metadata,
});

type MapBody = Infer<typeof MapPriceRequest.shape.body>;

export function mappedPrice({ product_id: productId = null, meter_id: meterId = null, brings, external_id }: MapBody) {
  const named = { product: productId, meter: meterId };
  for (const each of ['product', 'meter'] as const) {
    const field = `${each}_id`;
    if (each === brings && named[each] === null) throw ValidationFailed.at([field], 'Field required', null, 'missing');
    if (each !== brings && named[each] !== null)
      throw ValidationFailed.at(
        [field],
        `A price that brings ${brings === 'nothing' ? brings : `a ${brings}`} has no ${each}.`,
        named[each],
      );
  }
  return meterId === null ? { externalId: external_id, productId } : { externalId: external_id, productId, meterId };
}
