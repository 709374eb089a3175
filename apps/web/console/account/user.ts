import { useQueryClient } from '@tanstack/react-query';
import type { Schema } from '../../api/client.ts';
import { userQuery } from '../context.ts';

export type User = Schema<'CurrentUser'>;

/** Reads again how the user signs in and what acts for them, after a change. */
export function useReadUser(): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    await Promise.all(
      [userQuery.queryKey, ['passkeys'], ['user-sessions'], ['authorizations']].map((queryKey) =>
        queries.invalidateQueries({ queryKey }),
      ),
    );
  };
}
