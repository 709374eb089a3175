/**
 * Port for the time of an organization: the current time, unless the organization has a test clock that was moved. The
 * domain receives it as the parameter `now`.
 */
export abstract class Clock {
  /** The time of this organization; by default of the one that is changed, or that the request or event is for. */
  abstract now(organizationId?: string): Date;
}

/** Port for the current time, whatever test clocks say: of credentials, limits, and connections with other systems. */
export abstract class WallClock {
  abstract now(): Date;
}
