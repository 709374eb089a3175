import { ResourceNotFound, type Sync } from '#kernel';
import type { Meter } from '../src/domain/meter.ts';
import { Meters, type WhichMeter } from '../src/domain/meters.ts';

/** Meters in a map, for tests of handlers. No meter has counted events. */
export class InMemoryMeters extends Meters {
  private readonly meters = new Map<string, Meter>();

  async add(meter: Meter): Promise<void> {
    this.meters.set(meter.id, meter);
  }

  async change<T>(which: WhichMeter, by: (meter: Meter, hasCounted: boolean) => Sync<T>): Promise<T> {
    return by(this.find(which), false) as T;
  }

  async organizationOf(which: WhichMeter): Promise<string> {
    return this.find(which).organizationId;
  }

  private find({ id, organizations }: WhichMeter): Meter {
    const meter = this.meters.get(id);
    if (!meter || !organizations.includes(meter.organizationId)) throw new ResourceNotFound();
    return meter;
  }
}
