import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { answer, type Schema } from '../../api/client.ts';
import { useUiWords } from '../../i18n/languages.tsx';
import { toast } from '../../ui/toasts.tsx';
import { api, useOrganization, userQuery } from '../context.ts';

type Change = NonNullable<Parameters<typeof send>[1]>;
const send = (id: string, body: Schema<'OrganizationUpdate'>) =>
  answer(api.PATCH('/v1/organizations/{id}', { params: { path: { id } }, body }));

const organizationQuery = (id: string) =>
  queryOptions({
    queryKey: ['organization', id],
    queryFn: () => answer(api.GET('/v1/organizations/{id}', { params: { path: { id } } })),
  });

export type Organization = Awaited<ReturnType<typeof send>>;

/** The organization of the page with its settings. */
export const useSettings = () => useQuery(organizationQuery(useOrganization().organization_id));

/** Changes the organization of the page, and says so. */
export function useChangeOrganization(): (change: Change) => Promise<void> {
  const { saved } = useUiWords();
  const { organization_id } = useOrganization();
  const queries = useQueryClient();
  return async (change) => {
    queries.setQueryData(organizationQuery(organization_id).queryKey, await send(organization_id, change));
    await queries.invalidateQueries({ queryKey: userQuery.queryKey });
    toast(saved);
  };
}
