import { defineRequest, repeatable, paging, sorting } from '#platform/http';
import { boolean, oneOf, optional, text, uuid4 } from '#platform/wire';
import { BENEFIT_GRANT_ORDERS } from '../../queries/list-benefit-grants.ts';
import { GRANTED_TYPES, OWN_GRANT_ORDERS } from '../../queries/list-portal-benefit-grants.ts';

const is_granted = optional(boolean());

export const ListBenefitGrantsRequest = defineRequest({
  query: {
    organization_id: repeatable(uuid4()),
    customer_id: repeatable(uuid4()),
    external_customer_id: repeatable(text()),
    is_granted,
    sorting: sorting(BENEFIT_GRANT_ORDERS, ['-created_at']),
    ...paging,
  },
});

export const GrantsOfBenefitRequest = defineRequest({
  path: { id: uuid4() },
  query: { is_granted, customer_id: repeatable(uuid4()), member_id: repeatable(uuid4()), ...paging },
});

export const GetOwnBenefitGrantRequest = defineRequest({ path: { id: uuid4() } });

export const ListOwnBenefitGrantsRequest = defineRequest({
  query: {
    query: optional(text()),
    type: repeatable(oneOf(GRANTED_TYPES)),
    benefit_id: repeatable(uuid4()),
    checkout_id: repeatable(uuid4()),
    order_id: repeatable(uuid4()),
    subscription_id: repeatable(uuid4()),
    member_id: repeatable(uuid4()),
    sorting: sorting(OWN_GRANT_ORDERS, ['product_benefit', '-granted_at']),
    ...paging,
  },
});
