import { Injectable } from '@nestjs/common';
import { Clock } from '#kernel';
import { timeOfRequest } from '#engine/idempotency';
import { currentOrganization } from '#engine/tenancy';
import { OrganizationClocks } from './organization-clocks.ts';

/** The current time; in a request with an idempotency key, that of its first attempt. */
export class SystemClock extends Clock {
  override now(): Date {
    return timeOfRequest() ?? new Date();
  }
}

/** The time of organizations in a sandbox, whose test clocks may have been moved. */
@Injectable()
export class SandboxClock extends SystemClock {
  constructor(private readonly clocks: OrganizationClocks) {
    super();
  }

  override now(organizationId = currentOrganization()): Date {
    const now = super.now();
    const aheadMs = organizationId === undefined ? 0 : this.clocks.aheadMs(organizationId);
    return aheadMs === 0 ? now : new Date(now.getTime() + aheadMs);
  }
}
