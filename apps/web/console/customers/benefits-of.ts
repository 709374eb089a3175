import { queryOptions } from '@tanstack/react-query';
import { answer, type Schema } from '../../api/client.ts';
import { api } from '../context.ts';

const MOST = 100;

/** The benefits that a customer has. */
export const benefitsOfQuery = (
  organizationId: string,
  granted: Schema<'CustomerState'>['granted_benefits'],
  scopes: readonly string[],
) => {
  const id = [...new Set(granted.map(({ benefit_id }) => benefit_id))].slice(0, MOST);
  return queryOptions({
    queryKey: ['benefits', organizationId, 'granted', id],
    enabled: id.length > 0 && scopes.includes('benefits:read'),
    queryFn: () =>
      answer(api.GET('/v1/benefits/', { params: { query: { organization_id: [organizationId], id, limit: MOST } } })),
  });
};
