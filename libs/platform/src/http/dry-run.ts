import type { FastifyRequest } from 'fastify';
import { described, oneOf, optional } from '#platform/wire';

/** Set in the response, too: a service that does not know the header would have made the change. */
export const DRY_RUN_HEADER = 'license-dry-run';
const YES = '1';

/** The input of an operation that can be tried out. */
export const LICENSE_DRY_RUN = {
  [DRY_RUN_HEADER]: described(
    optional(oneOf([YES])),
    'Tries the operation out: the response is the one that the request would get without this header, and nothing is counted or stored. ' +
      'The ID of a new activation is random and belongs to no activation. The response has the same header. It is not signed, and ' +
      '`Idempotency-Key` is ignored. Unknown license keys count like others.',
  ),
};

export const isDryRun = ({
  [DRY_RUN_HEADER]: value,
}: FastifyRequest['headers'] | { readonly [DRY_RUN_HEADER]?: string }): boolean => value === YES;
