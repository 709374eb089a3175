import { ResourceNotFound, type Sync } from '#kernel';
import type { Meter } from '../src/domain/meter.ts';
import { activeMeters } from '../src/domain/meter-budget.ts';
import { type KnownUses, Meters, type WhichMeter } from '../src/domain/meters.ts';

/** Meters in a map, for tests of handlers. No meter has counted events. */
export class InMemoryMeters extends Meters {
  private readonly meters = new Map<string, Meter>();

  async add(meter: Meter): Promise<void> {
    meter.assertFits(this.othersOf(meter));
    this.meters.set(meter.id, meter);
  }

  async change<T>(which: WhichMeter, by: (meter: Meter, known: KnownUses) => Sync<T>): Promise<T> {
    const meter = this.find(which);
    return by(meter, { hasCounted: false, others: this.othersOf(meter) }) as T;
  }

  async organizationOf(which: WhichMeter): Promise<string> {
    return this.find(which).organizationId;
  }

  private othersOf({ id, organizationId }: Meter) {
    const others = [...this.meters.values()].filter((each) => each.organizationId === organizationId && each.id !== id);
    return activeMeters(others.filter(({ isArchived }) => !isArchived).map(({ filter }) => filter));
  }

  private find({ id, organizations }: WhichMeter): Meter {
    const meter = this.meters.get(id);
    if (!meter || !organizations.includes(meter.organizationId)) throw new ResourceNotFound();
    return meter;
  }
}
