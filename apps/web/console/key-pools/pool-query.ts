import { queryOptions } from '@tanstack/react-query';
import { answer, type Schema } from '../../api/client.ts';
import { api } from '../context.ts';

export type Pool = Schema<'LicenseKeyPool'>;

/** The pool that license keys of a benefit are taken from; a benefit has at most one. */
export const poolQuery = (benefitId: string) =>
  queryOptions({
    queryKey: ['pools', benefitId],
    queryFn: async (): Promise<Pool | null> => {
      const query = { benefit_id: [benefitId], limit: 1 };
      return (await answer(api.GET('/v1/license-key-pools/', { params: { query } }))).items[0] ?? null;
    },
  });
