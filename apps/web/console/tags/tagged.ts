import { queryOptions } from '@tanstack/react-query';
import { answer, type Schema } from '../../api/client.ts';
import { api } from '../context.ts';

type Body = Schema<'TagsUpdate'>;

const of = (id: string) => ({ path: { id } });
const among = (ids: readonly string[]) => ({ query: { id: [...ids] } });
const within = (organizationId: string) => ({ query: { organization_id: [organizationId] } });

/** How the tags of each kind of records are read and set, and which lists show them. */
export const TAGGED = {
  customer: {
    write: 'customers:write',
    list: 'customers',
    get: (id: string) => api.GET('/v1/customers/{id}/tags', { params: of(id) }),
    set: (id: string, body: Body) => api.PUT('/v1/customers/{id}/tags', { params: of(id), body }),
    of: (ids: readonly string[]) => api.GET('/v1/customers/tagged', { params: among(ids) }),
    used: (organizationId: string) => api.GET('/v1/customers/tags', { params: within(organizationId) }),
  },
  license_key: {
    write: 'license_keys:write',
    list: 'keys',
    get: (id: string) => api.GET('/v1/license-keys/{id}/tags', { params: of(id) }),
    set: (id: string, body: Body) => api.PUT('/v1/license-keys/{id}/tags', { params: of(id), body }),
    used: (organizationId: string) => api.GET('/v1/license-keys/tags', { params: within(organizationId) }),
  },
  order: {
    write: 'orders:write',
    list: 'orders',
    get: (id: string) => api.GET('/v1/orders/{id}/tags', { params: of(id) }),
    set: (id: string, body: Body) => api.PUT('/v1/orders/{id}/tags', { params: of(id), body }),
    of: (ids: readonly string[]) => api.GET('/v1/orders/tagged', { params: among(ids) }),
    used: (organizationId: string) => api.GET('/v1/orders/tags', { params: within(organizationId) }),
  },
} as const;
export type TagKind = keyof typeof TAGGED;

/** The tags that records of a kind have. */
export const usedTagsQuery = (kind: TagKind, organizationId: string) =>
  queryOptions({
    queryKey: ['tags', kind, 'used', organizationId],
    queryFn: () => answer(TAGGED[kind].used(organizationId)),
  });
