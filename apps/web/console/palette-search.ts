import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { answer, type Schema } from '../api/client.ts';
import { api, type Membership } from './context.ts';
import { hasText } from './has-text.ts';
import type { Words } from './words/en.ts';
import { useWords } from './words/index.ts';

export type Result = Schema<'SearchResult'>;

const FEW = 5;

/** What is wrong with a result, as people say it; null if nothing is. */
export function useProblemOf(): (result: Result) => string | null {
  const { history, undelivered } = useWords();
  const known: Readonly<Record<string, string>> = { ...history.reasons, ...undelivered.reasons };
  const statuses: Readonly<Record<string, string>> = history.values;
  return ({ type, status, problem }) => {
    if (problem !== null) return known[problem] ?? problem;
    const isFine = status === null || status === 'paid' || status === 'active' || type === 'license_key';
    return isFine ? null : (statuses[status] ?? status);
  };
}

type Way = keyof Words['palette']['mend'];

/** What helps with the problems of license keys, which their page offers. The limits are changed in a dialog above it. */
const MENDING: Readonly<Record<string, Way>> = {
  EXPIRED: 'extend',
  USAGE_LIMIT_EXCEEDED: 'raiseLimit',
  ACTIVATION_LIMIT_REACHED: 'freeDevice',
  DISABLED: 'enable',
  REVOKED: 'seeWhy',
};

/** What mends a result, if the user may do that. */
export function wayOf({ type, problem }: Result, { scopes }: Membership): Way | undefined {
  if (problem === null) return undefined;
  if (type === 'undelivered_purchase') return scopes.includes('webhooks:write') ? 'deliver' : undefined;
  return scopes.includes('license_keys:write') ? MENDING[problem] : undefined;
}

/** What the text finds in the organization. Until it has found anything, results of the text before are shown that have it, too. */
export function useResults(
  { organization_id }: Membership,
  text: string,
): { readonly results: readonly Result[]; readonly isNothing: boolean } {
  const isAsked = text.length > 1;
  const { data, isPlaceholderData } = useQuery({
    queryKey: ['search', organization_id, text],
    enabled: isAsked,
    placeholderData: keepPreviousData,
    queryFn: () =>
      answer(api.GET('/v1/search', { params: { query: { organization_id: [organization_id], query: text, limit: FEW } } })),
  });
  const items = isAsked ? (data?.items ?? []) : [];
  return {
    results: items.filter((each) => !isPlaceholderData || hasText(each, text)),
    isNothing: isAsked && data?.items.length === 0 && !isPlaceholderData,
  };
}
