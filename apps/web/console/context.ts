import { queryOptions, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { answer, createApi, type Schema } from '../api/client.ts';
import { fetchInSession } from '../ui/sign-in-again.tsx';

export const api = createApi('/console', fetchInSession);

/** The user of the session, with the organizations that they belong to. */
export const userQuery = queryOptions({ queryKey: ['user'], queryFn: () => answer(api.GET('/v1/users/me', {})) });

export type Membership = Schema<'UserMembership'>;
/** An organization of the user that wants its provider to be asked first. */
export type NeededSignIn = Schema<'UserNeededSignIn'>;
export type LicenseKeyDetails = Schema<'LicenseKeyWithActivations'>;
export type FoundKey = Schema<'FoundLicenseKey'>;
export type KeyStatus = FoundKey['status'];

/** Sends the browser to the provider of an organization. */
export async function leaveForProvider(body: { readonly email: string } | { readonly slug: string }): Promise<void> {
  const { url } = await answer(api.POST('/v1/users/sign-in/single-sign-on', { body }));
  location.assign(url);
}

/** The organization that the address names. Pages are only shown if the user belongs to it. */
export function useOrganization(): Membership {
  const { slug } = useParams({ from: '/$slug' });
  const found = useQuery(userQuery).data?.memberships.find((each) => each.slug === slug);
  if (!found) throw new Error(`The user does not belong to ${slug}`);
  return found;
}

/** Whether the role of the user permits it. */
export const useMay = (scope: Membership['scopes'][number]): boolean => {
  const { scopes, is_blocked } = useOrganization();
  return !is_blocked && scopes.includes(scope);
};

/** The benefits through which keys are issued, by their names. */
export const benefitsQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ['benefits', organizationId],
    queryFn: () =>
      answer(
        api.GET('/v1/benefits/', {
          params: { query: { organization_id: [organizationId], type: ['license_keys'], limit: 100 } },
        }),
      ),
    staleTime: 60_000,
  });
