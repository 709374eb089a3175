import { defineRequest, many, paging, sorting } from '#platform/http';
import { boolean, optional, text, uuid4 } from '#platform/wire';
import { BENEFIT_GRANT_ORDERS } from '../../queries/list-benefit-grants.ts';

const is_granted = optional(boolean());

export const ListBenefitGrantsRequest = defineRequest({
  query: {
    organization_id: many(uuid4()),
    customer_id: many(uuid4()),
    external_customer_id: many(text()),
    is_granted,
    sorting: sorting(BENEFIT_GRANT_ORDERS, ['-created_at']),
    ...paging,
  },
});

export const GrantsOfBenefitRequest = defineRequest({
  path: { id: uuid4() },
  query: { is_granted, customer_id: many(uuid4()), member_id: many(uuid4()), ...paging },
});
