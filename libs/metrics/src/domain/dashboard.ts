import { AggregateRoot, applyChanges, newId, ValidationFailed } from '#kernel';

interface Details {
  readonly name: string;
  /** The slugs of the metrics that it shows, in order. */
  readonly metrics: readonly string[];
}

export type NewDashboard = Details & { readonly organizationId: string };

/** `undefined` leaves a value unchanged. */
export type DashboardChanges = Partial<Details>;

export const MAX_DASHBOARDS = 100;

/** A selection of metrics, saved for everybody in an organization. */
export class Dashboard extends AggregateRoot {
  readonly id: string;
  readonly organizationId: string;
  name: string;
  metrics: readonly string[];
  readonly createdAt: Date;
  modifiedAt: Date | null;

  private constructor({ organizationId, name, metrics }: NewDashboard, now: Date) {
    super();
    this.id = newId('dashboard');
    this.organizationId = organizationId;
    this.name = name;
    this.metrics = distinct(metrics);
    this.createdAt = now;
    this.modifiedAt = null;
  }

  static create(attributes: NewDashboard, now: Date): Dashboard {
    return new Dashboard(attributes, now);
  }

  /** Throws if the organization cannot have this dashboard next to its others. */
  static assertFits(others: number): void {
    if (others < MAX_DASHBOARDS) return;
    throw ValidationFailed.at([], `An organization has at most ${MAX_DASHBOARDS} dashboards.`, undefined, 'too_long');
  }

  update({ name, metrics }: DashboardChanges, now: Date): void {
    const changed = applyChanges<Details>(this, { name, metrics: metrics && distinct(metrics) });
    if (changed.length > 0) this.modifiedAt = now;
  }
}

const distinct = (metrics: readonly string[]): string[] => [...new Set(metrics)];
