import { described, type Infer, nullable, optional } from '#platform/wire';
import { ApplicationView } from '../../queries/application.view.ts';

/** What an application says about itself, in requests that use a key. */
export const APPLICATION = {
  application: described(
    optional(nullable(ApplicationView)),
    'What the application says about itself. Compared with `policy` of the license key. An extension.',
  ),
};

export const applicationOf = ({ application }: { readonly application?: Infer<typeof ApplicationView> | null }) =>
  application ? { version: application.version ?? null, releasedAt: application.released_at ?? null } : null;
