import { Injectable } from '@nestjs/common';
import { Clock, WallClock } from '#kernel';
import { timeOfRequest } from '#engine/idempotency';
import { currentOrganization } from '#engine/tenancy';
import { OrganizationClocks } from './organization-clocks.ts';

/** The current time; in a request with an idempotency key, that of its first attempt. */
export class SystemClock extends WallClock {
  override now(): Date {
    return timeOfRequest() ?? new Date();
  }
}

/** The time of organizations, whose test clocks may have been moved. */
@Injectable()
export class OrganizationClock extends Clock {
  constructor(
    private readonly current: WallClock,
    private readonly clocks: OrganizationClocks,
  ) {
    super();
  }

  override now(organizationId?: string): Date {
    const now = this.current.now();
    if (!this.clocks.areMoved) return now;
    const id = organizationId ?? currentOrganization();
    const aheadMs = id === undefined ? 0 : this.clocks.aheadMs(id);
    return aheadMs === 0 ? now : new Date(now.getTime() + aheadMs);
  }
}
