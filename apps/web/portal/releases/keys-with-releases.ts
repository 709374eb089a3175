import { queryOptions } from '@tanstack/react-query';
import { answer, type Schema } from '../../api/client.ts';
import { api, type LicenseKey } from '../context.ts';

export type Release = Schema<'CustomerRelease'>;
export type ReleaseFile = Release['artifacts'][number];

/** Further keys are rare, and each is asked about. */
const MOST_KEYS = 20;
const MOST_RELEASES = 100;
/** The links in the list work for an hour. */
const FRESH_MS = 600_000;

/** A license key, and the releases of its products. */
export interface KeyWithReleases {
  readonly licenseKey: LicenseKey;
  /** The newest first. */
  readonly releases: readonly Release[];
}

/** The license keys of the customer that have releases, with these. */
export const keysWithReleases = queryOptions({
  queryKey: ['keys with releases'],
  queryFn: async (): Promise<readonly KeyWithReleases[]> => {
    const { items } = await answer(api.GET('/v1/customer-portal/license-keys/', { params: { query: { limit: MOST_KEYS } } }));
    const all = await Promise.all(
      items.map(async (licenseKey) => {
        const params = { path: { id: licenseKey.id }, query: { limit: MOST_RELEASES } };
        const { items: releases } = await answer(api.GET('/v1/customer-portal/license-keys/{id}/releases', { params }));
        return { licenseKey, releases };
      }),
    );
    return all.filter(({ releases }) => releases.length > 0);
  },
  staleTime: FRESH_MS,
  refetchInterval: FRESH_MS,
});
