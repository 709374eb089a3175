import { boolean, describeResource, type Infer, nullable, object, oneOf, text, timestamp, uuid4 } from '#platform/wire';

/** The payment providers whose events are understood. */
export const PROVIDER_NAMES = ['stripe', 'paddle', 'lemon_squeezy'] as const;

/** Who decides whether a subscription entitles. */
export const ENTITLEMENT_RULES = ['provider_status', 'paid_only'] as const;
export const ENTITLEMENT_TEXT =
  'Who decides whether a subscription entitles to its benefits. `provider_status`: what the provider says is active does, until it says otherwise. `paid_only`: only a period that was paid, or is a trial, does.';

/** What happens when the provider has another e-mail address for a customer. */
export const CUSTOMER_EMAIL_CHOICES = ['keep', 'follow', 'ask'] as const;
export const CUSTOMER_EMAIL_TEXT =
  'What happens when the provider changes the e-mail address of a customer. `ask`: it is listed with what was not delivered, and the seller decides. `keep`: the customer here keeps its address. `follow`: the customer here gets the new one, which ends its sessions and codes, unless another customer has it.';

export const UNMAPPED_CHOICES = ['report', 'ignore'] as const;
export const UNMAPPED_TEXT =
  'What becomes of sales whose price is not mapped. `report`: they are listed as paid and not delivered. `ignore`: nothing, because others sell with the same account; no customer is created for them.';
export const OWN_METADATA_TEXT = {
  text: 'Metadata that marks what is sold for this service, as `key` or `key=value`, or `null`. A marked sale is reported also if `unmapped` is `ignore`. It is read in the metadata of the objects of Stripe, and in the custom data of prices and products of Paddle.',
  example: 'app=desktop',
};

export const ConnectorView = object(
  {
    created_at: timestamp(),
    modified_at: nullable(timestamp()),
    id: uuid4(),
    organization_id: uuid4(),
    provider: oneOf(PROVIDER_NAMES),
    name: nullable(text()),
    account: nullable(text()),
    is_test: boolean(),
    entitlement: oneOf(ENTITLEMENT_RULES),
    customer_email: oneOf(CUSTOMER_EMAIL_CHOICES),
    unmapped: oneOf(UNMAPPED_CHOICES),
    own_metadata: nullable(text()),
    previous_secret_ends_at: nullable(timestamp()),
    webhook_path: text(),
  },
  'Connector',
  {
    ...describeResource('connector'),
    provider: 'The payment provider.',
    name: 'The name of the connector, or `null`.',
    account: 'The account or store at the provider whose events are accepted, or `null` if its events name none.',
    is_test: 'Whether all events of the connector are tests. Tests bring nothing in production.',
    entitlement: ENTITLEMENT_TEXT,
    customer_email: CUSTOMER_EMAIL_TEXT,
    unmapped: UNMAPPED_TEXT,
    own_metadata: OWN_METADATA_TEXT,
    previous_secret_ends_at: 'Until when the secret before the current one is accepted as well, or `null`.',
    webhook_path: {
      text: 'The path to which the provider sends its events. Enter it at the provider, after the URL of this service.',
      example: '/v1/connectors/6f1c2f3e-3d0a-4c55-9d7e-0c6f2b8f4a11/webhook',
    },
  },
);
export type ConnectorView = Infer<typeof ConnectorView>;

export const PRICE_BRINGS = ['product', 'meter', 'nothing'] as const;

export const ConnectorPriceView = object(
  {
    external_id: text(),
    product_id: nullable(uuid4()),
    meter_id: nullable(uuid4()),
    brings: oneOf(PRICE_BRINGS),
    created_at: timestamp(),
  },
  'ConnectorPrice',
  {
    external_id: { text: 'The ID of a price, product or payment link at the provider.', example: 'price_1Qx4ZkLkdIwHu7ix' },
    product_id: 'The ID of the product here, or `null` if the price brings none.',
    meter_id: 'The ID of the meter here that a metered price is for, or `null`.',
    brings: 'Whether the price brings a product, is for the usage that a meter counts, or brings nothing.',
    created_at: 'When it was mapped first.',
  },
);
export type ConnectorPriceView = Infer<typeof ConnectorPriceView>;
