import { oneIn, pageIn, type Search } from '../search-parameters.ts';

const STATUSES = ['early_warning', 'needs_response', 'under_review', 'prevented', 'won', 'lost'] as const;
type Status = (typeof STATUSES)[number];
/** The statuses of disputes about which nothing was decided. */
const OPEN = ['early_warning', 'needs_response', 'under_review'] as const satisfies readonly Status[];

/** What the address of the list of disputes says. */
export interface DisputesSearch {
  readonly status?: Status | 'open';
  readonly page?: number;
}

export const readDisputesSearch = (search: Search): DisputesSearch => ({
  status: oneIn([...STATUSES, 'open'], search['status']),
  page: pageIn(search['page']),
});

/** The parameters of a list of disputes. */
export const disputeFilter = ({ status }: DisputesSearch): { status?: Status[] } => ({
  status: status === 'open' ? [...OPEN] : status && [status],
});
