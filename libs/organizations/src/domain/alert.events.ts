import { DomainEvent, derivedId } from '#kernel';

/** What an organization may be alerted of. */
export type AlertKind =
  | 'undelivered_purchases'
  | 'disputes'
  | 'license_key_leaks'
  | 'license_key_refusals'
  | 'rising_refusals'
  | 'expiring_license_keys'
  | 'webhook_endpoints';

type Tested = { readonly kind: AlertKind };

/** Somebody wants to see that alerts of this kind arrive. */
export class AlertTestRequested extends DomainEvent<'alert.test_requested', Tested> {
  readonly name = 'alert.test_requested';

  constructor(organizationId: string, at: Date, kind: AlertKind) {
    super(organizationId, derivedId(organizationId, 'alert', kind), at, { kind });
  }
}
