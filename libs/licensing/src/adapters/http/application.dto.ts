import { described, type Infer, nullable, optional } from '#platform/wire';
import { Application } from '../../queries/application.view.ts';

/** What an application says about itself, in requests that use a key. */
export const APPLICATION = {
  application: described(
    optional(nullable(Application)),
    'What the application says about itself. Compared with `policy` of the license key. An extension.',
  ),
};

export const applicationOf = ({ application }: { readonly application?: Infer<typeof Application> | null }) =>
  application ? { version: application.version ?? null, releasedAt: application.released_at ?? null } : null;
