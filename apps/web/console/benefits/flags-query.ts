import { queryOptions } from '@tanstack/react-query';
import { answer } from '../../api/client.ts';
import { api } from '../context.ts';

const MOST = 100;

/** The feature flags of an organization. */
export const flagsQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ['benefits', organizationId, 'flags'],
    queryFn: async () => {
      const query = { organization_id: [organizationId], type: ['feature_flag' as const], limit: MOST };
      return (await answer(api.GET('/v1/benefits/', { params: { query } }))).items;
    },
  });
