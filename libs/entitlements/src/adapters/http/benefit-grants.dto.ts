import { defineRequest, repeatable, paging, sorting } from '#platform/http';
import { LOOKUP_TEXT } from '#support/texts';
import {
  boolean,
  described,
  describeFields,
  describeInput,
  discriminatedUnion,
  literal,
  object,
  oneOf,
  optional,
  text,
  uuid4,
} from '#platform/wire';
import { BENEFIT_GRANT_ORDERS } from '../../queries/list-benefit-grants.ts';
import { GRANTED_TYPES, OWN_GRANT_ORDERS } from '../../queries/list-portal-benefit-grants.ts';

const texts = describeInput('benefit grant');
const path = describeFields({ id: uuid4() }, texts.path);
const is_granted = described(optional(boolean()), 'Returns only benefit grants that are (`true`) or are not (`false`) granted.');

export const ListBenefitGrantsRequest = defineRequest({
  query: {
    ...describeFields(
      {
        organization_id: repeatable(uuid4()),
        customer_id: repeatable(uuid4()),
        external_customer_id: repeatable(text(LOOKUP_TEXT)),
      },
      texts.filters,
    ),
    is_granted,
    sorting: sorting(BENEFIT_GRANT_ORDERS, ['-created_at']),
    ...paging,
  },
});

export const GrantsOfBenefitRequest = defineRequest({
  path: { id: described(uuid4(), 'The ID of the benefit.') },
  query: {
    is_granted,
    ...describeFields(
      { customer_id: repeatable(uuid4()), member_id: repeatable(uuid4()) },
      { ...texts.filters, member_id: 'Returns only benefit grants of these members. Can be repeated.' },
    ),
    ...paging,
  },
});

export const OneBenefitGrantRequest = defineRequest({ path });

const update = <T extends string>(type: T, name: string) =>
  object({ benefit_type: literal(type) }, name, { benefit_type: 'The type of the benefit.' });

export const UpdateOwnBenefitGrantRequest = defineRequest({
  path,
  body: discriminatedUnion('benefit_type', {
    custom: update('custom', 'CustomerBenefitGrantCustomUpdate'),
    downloadables: update('downloadables', 'CustomerBenefitGrantDownloadablesUpdate'),
    feature_flag: update('feature_flag', 'CustomerBenefitGrantFeatureFlagUpdate'),
    license_keys: update('license_keys', 'CustomerBenefitGrantLicenseKeysUpdate'),
    meter_credit: update('meter_credit', 'CustomerBenefitGrantMeterCreditUpdate'),
  } satisfies Record<(typeof GRANTED_TYPES)[number], unknown>),
});

export const ListOwnBenefitGrantsRequest = defineRequest({
  query: {
    ...describeFields(
      {
        query: optional(text(LOOKUP_TEXT)),
        type: repeatable(oneOf(GRANTED_TYPES), { choices: 'BenefitType' }),
        benefit_id: repeatable(uuid4()),
        checkout_id: repeatable(uuid4()),
        order_id: repeatable(uuid4()),
        subscription_id: repeatable(uuid4()),
        member_id: repeatable(uuid4()),
      },
      {
        query: 'Returns only grants of benefits whose description contains this text, ignoring case.',
        type: 'Returns only grants of benefits of these types. Can be repeated.',
        benefit_id: 'Returns only grants of these benefits. Can be repeated.',
        checkout_id: 'Returns only grants from these checkouts. There are no checkouts, so the list is empty.',
        order_id: 'Returns only grants from these orders. Can be repeated.',
        subscription_id: 'Returns only grants from these subscriptions. Can be repeated.',
        member_id: 'Returns only grants of these members. Can be repeated.',
      },
    ),
    sorting: sorting(OWN_GRANT_ORDERS, ['product_benefit', '-granted_at']),
    ...paging,
  },
});
