import { queryOptions, useQuery } from '@tanstack/react-query';
import { answer, createApi, type Schema } from '../api/client.ts';
import { fetchInSession } from '../ui/sign-in-again.tsx';

/** `/portal/acme`: below it are the pages, and the API of the session. */
export const BASE = /^\/portal\/[^/]+/.exec(location.pathname)?.[0] ?? '/portal';
export const SLUG = decodeURIComponent(BASE.slice('/portal/'.length));

/** The document in which a session begins. */
export const SIGN_IN = `${BASE}/sign-in`;
/** Why somebody has to sign in. */
export type SignInReason = 'expired' | 'link' | 'manage' | 'device' | 'signed-out';
/** Another document: nothing of the session stays. */
export const leaveForSignIn = (reason?: SignInReason): void =>
  location.replace(reason === undefined ? SIGN_IN : `${SIGN_IN}?reason=${reason}`);

export const api = createApi(BASE, fetchInSession);

/** The seller, as everybody sees it. */
export const sellerQuery = queryOptions({
  queryKey: ['seller'],
  queryFn: () => answer(api.GET('/v1/customer-portal/organizations/{slug}/branding', { params: { path: { slug: SLUG } } })),
  staleTime: Number.POSITIVE_INFINITY,
});

/** The customer of the session. */
export const customerQuery = queryOptions({
  queryKey: ['customer'],
  queryFn: () => answer(api.GET('/v1/customer-portal/customers/me')),
});

/** The person of the session; a customer without an e-mail address is none. */
export const userQuery = queryOptions({
  queryKey: ['user'],
  queryFn: () => answer(api.GET('/v1/customer-portal/customer-session/user')),
});

/** The session itself, with who looks at the portal in it if that is not the customer. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: () => answer(api.GET('/v1/customer-portal/customer-session/introspect')),
});

/** Whether somebody looks at the portal who changes nothing. */
export const useReadOnly = (): boolean => useQuery(sessionQuery).data?.viewer?.read_only === true;

/** What the keys of the customer are for. */
export const keyGrantsQuery = queryOptions({
  queryKey: ['key-grants'],
  queryFn: () =>
    answer(api.GET('/v1/customer-portal/benefit-grants/', { params: { query: { type: ['license_keys'], limit: 100 } } })),
});

export type LicenseKey = Schema<'PortalLicenseKey'>;
export type LicenseKeyDetails = Schema<'PortalLicenseKeyWithActivations'>;
export type Device = LicenseKeyDetails['activations'][number];
export type AddOn = Schema<'CustomerAddOn'>;
