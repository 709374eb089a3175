import { oneIn, pageIn, type Search, textIn } from '../search-parameters.ts';

export const TYPES = ['license_keys', 'downloadables', 'meter_credit', 'feature_flag', 'custom'] as const;
export type BenefitType = (typeof TYPES)[number];
export const GRANT_STATES = ['granted', 'revoked'] as const;

/** What the address of the list of benefits says. */
export interface BenefitsSearch {
  readonly query?: string;
  readonly type?: BenefitType;
  readonly page?: number;
}

export const readBenefitsSearch = (search: Search): BenefitsSearch => ({
  query: textIn(search['query']),
  type: oneIn(TYPES, search['type']),
  page: pageIn(search['page']),
});

export const readNewBenefitSearch = (search: Search): Pick<BenefitsSearch, 'type'> => ({ type: oneIn(TYPES, search['type']) });

/** Which grants are shown on the page of a benefit. */
export interface GrantsSearch {
  readonly grants?: (typeof GRANT_STATES)[number];
  readonly page?: number;
}

export const readGrantsSearch = (search: Search): GrantsSearch => ({
  grants: oneIn(GRANT_STATES, search['grants']),
  page: pageIn(search['page']),
});
