import { queryOptions } from '@tanstack/react-query';
import { answer } from '../../api/client.ts';
import { live } from '../../ui/live.ts';
import { api, type LicenseKeyDetails } from '../context.ts';

/** A key with more activations is not read again by itself. */
const MOST_LIVE = 100;

export const keyQuery = (id: string) =>
  queryOptions({
    queryKey: ['keys', 'one', id],
    queryFn: () => answer(api.GET('/v1/license-keys/{id}', { params: { path: { id } } })),
    ...live(({ activations }: LicenseKeyDetails) => activations.length <= MOST_LIVE),
  });
