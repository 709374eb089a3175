import { DomainEvent } from '#kernel';
import type { ChangedFields } from '#support/changes';

type PoolPayload = {
  readonly name: string;
  readonly benefit_id: string;
  /** Entries that no key has. */
  readonly available: number;
  readonly low_threshold: number;
};

interface PoolState {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  readonly benefitId: string;
  readonly available: number;
  readonly lowThreshold: number;
}

const payloadOf = ({ name, benefitId, available, lowThreshold }: PoolState): PoolPayload => ({
  name,
  benefit_id: benefitId,
  available,
  low_threshold: lowThreshold,
});

abstract class PoolEvent<Name extends string> extends DomainEvent<Name, PoolPayload> {
  constructor(pool: PoolState, at: Date) {
    super(pool.organizationId, pool.id, at, payloadOf(pool));
  }
}

/** The number of available entries has come to the threshold from above. */
export class LicenseKeyPoolLow extends PoolEvent<'license_key_pool.low'> {
  readonly name = 'license_key_pool.low';
}

/** The last available entry is gone. */
export class LicenseKeyPoolEmpty extends PoolEvent<'license_key_pool.empty'> {
  readonly name = 'license_key_pool.empty';
}

/** A grant found no entry, and has no key until there is one. */
export class LicenseKeyPoolGrantDelayed extends DomainEvent<
  'license_key_pool.grant_delayed',
  PoolPayload & { readonly grant_id: string }
> {
  readonly name = 'license_key_pool.grant_delayed';

  constructor(pool: PoolState, at: Date, grantId: string) {
    super(pool.organizationId, pool.id, at, { ...payloadOf(pool), grant_id: grantId });
  }
}

/** Entries were added: grants that wait can have keys. */
export class LicenseKeyPoolFilled extends DomainEvent<
  'license_key_pool.filled',
  PoolPayload & { readonly changes: ChangedFields }
> {
  readonly name = 'license_key_pool.filled';

  constructor(pool: PoolState, at: Date, before: number) {
    super(pool.organizationId, pool.id, at, { ...payloadOf(pool), changes: { available: { before, after: pool.available } } });
  }
}

/** Grants that wait get generated keys. */
export class LicenseKeyPoolDeleted extends PoolEvent<'license_key_pool.deleted'> {
  readonly name = 'license_key_pool.deleted';
}
