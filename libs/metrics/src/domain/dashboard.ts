import { AggregateRoot, applyChanges, newId, ValidationFailed } from '#kernel';

interface Details {
  name: string;
  /** The slugs of the metrics that it shows, in order. */
  metrics: readonly string[];
}

export interface DashboardState extends Details {
  readonly id: string;
  readonly organizationId: string;
  readonly createdAt: Date;
  modifiedAt: Date | null;
}

export type NewDashboard = Readonly<Details> & { readonly organizationId: string };

/** `undefined` leaves a value unchanged. */
export type DashboardChanges = Partial<Readonly<Details>>;

export const MAX_DASHBOARDS = 100;

/** A selection of metrics, saved for everybody in an organization. */
export class Dashboard extends AggregateRoot<DashboardState> {
  static create({ organizationId, name, metrics }: NewDashboard, now: Date): Dashboard {
    return new Dashboard({
      id: newId('dashboard'),
      organizationId,
      name,
      metrics: distinct(metrics),
      createdAt: now,
      modifiedAt: null,
    });
  }

  /** Throws if the organization cannot have this dashboard next to its others. */
  static assertFits(others: number): void {
    if (others < MAX_DASHBOARDS) return;
    throw ValidationFailed.at([], `An organization has at most ${MAX_DASHBOARDS} dashboards.`, undefined, 'too_long');
  }

  update({ name, metrics }: DashboardChanges, now: Date): void {
    const changed = applyChanges<Details>(this.state, { name, metrics: metrics && distinct(metrics) });
    if (changed.length > 0) this.state.modifiedAt = now;
  }
}

const distinct = (metrics: readonly string[]): string[] => [...new Set(metrics)];
