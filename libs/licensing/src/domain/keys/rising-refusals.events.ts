import { DomainEvent } from '#kernel';
import type { RefusalRise } from './rising-refusals.ts';

type Rise = {
  readonly count: number;
  readonly usual: number;
  readonly codes: readonly { readonly code: string; readonly count: number }[];
  readonly benefit_id: string;
};

/** License keys are refused more often than usual; at most once a day. Published to organizations that want to be alerted. */
export class LicenseKeyRefusalsRisen extends DomainEvent<'license_key_refusals.risen', Rise> {
  readonly name = 'license_key_refusals.risen';

  constructor(organizationId: string, at: Date, { benefitId, ...rise }: RefusalRise) {
    super(organizationId, organizationId, at, { ...rise, benefit_id: benefitId });
  }
}
