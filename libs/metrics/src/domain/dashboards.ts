import type { Sync } from '#kernel';
import type { Dashboard } from './dashboard.ts';

/** Selects a dashboard by id within the given organizations. */
export interface WhichDashboard {
  readonly id: string;
  readonly organizations: readonly string[];
}

/** The repository of dashboards. */
export abstract class Dashboards {
  /** Throws `ValidationFailed` if the organization has too many; of two that are added at once, the second is checked with the first. */
  abstract add(dashboard: Dashboard): Promise<void>;

  /** Throws `ResourceNotFound`. If `by` throws, nothing is stored. */
  abstract change<T>(which: WhichDashboard, by: (dashboard: Dashboard) => Sync<T>): Promise<T>;

  /** Deletes a dashboard if `check` does not throw. Throws `ResourceNotFound`. */
  abstract remove(which: WhichDashboard, check: (dashboard: Dashboard) => void): Promise<void>;
}
