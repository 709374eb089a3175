import { DomainEvent } from '#kernel';

type Counted = { readonly count: number; readonly is_more: boolean };

/** License keys expire soon, of which it was not told before: so many, or more. Published to organizations that want to be alerted. */
export class ExpiringLicenseKeysCounted extends DomainEvent<'expiring_license_keys.counted', Counted> {
  readonly name = 'expiring_license_keys.counted';

  constructor(organizationId: string, at: Date, { count, isMore }: { readonly count: number; readonly isMore: boolean }) {
    super(organizationId, organizationId, at, { count, is_more: isMore });
  }
}
