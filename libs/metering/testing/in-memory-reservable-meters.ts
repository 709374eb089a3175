import { type Reservations, ResourceNotFound, type Sync } from '#kernel';
import { ReservableMeter } from '../src/domain/reservable-meter.ts';
import {
  type OwnerOfMeter,
  ReservableMeters,
  type ReportedUse,
  type WhichCustomerMeter,
} from '../src/domain/reservable-meters.ts';

interface Stored extends OwnerOfMeter {
  readonly id: string;
  balance: number;
  reservations: Reservations;
}

/** Customer meters in a map, of meters that sum `n` of events named `call`. */
export class InMemoryReservableMeters extends ReservableMeters {
  databaseTime = new Date();
  private readonly stored = new Map<string, Stored>();
  private readonly externalIds = new Set<string>();

  store(meter: OwnerOfMeter & { readonly id: string; readonly balance: number }): void {
    this.stored.set(meter.id, { ...meter, reservations: [] });
  }

  async change<T>(which: WhichCustomerMeter, by: (meter: ReservableMeter) => Sync<T>): Promise<T> {
    return this.changed(this.find(which), 0, by);
  }

  async changeWithUse<T>(
    which: WhichCustomerMeter,
    { event: { name, externalId, metadata } }: ReportedUse,
    _now: Date,
    by: (meter: ReservableMeter, units: number) => Sync<T>,
  ): Promise<T> {
    const isNew = externalId === null || !this.externalIds.has(externalId);
    const units = isNew && name === 'call' ? Number(metadata['n']) : 0;
    const outcome = this.changed<T>(this.find(which), units, (meter) => by(meter, units));
    if (externalId !== null) this.externalIds.add(externalId);
    return outcome;
  }

  async ownerOf(which: WhichCustomerMeter): Promise<OwnerOfMeter> {
    const { organizationId, customerId } = this.find(which);
    return { organizationId, customerId };
  }

  private changed<T>(stored: Stored, used: number, by: (meter: ReservableMeter) => Sync<T>): T {
    const { id, reservations } = stored;
    const balance = stored.balance - used;
    const meter = new ReservableMeter({ id, balance, isReservable: true, reservations, databaseTime: this.databaseTime });
    const outcome = by(meter) as T;
    Object.assign(stored, { balance, reservations: meter.reservations });
    return outcome;
  }

  private find({ id, organizations }: WhichCustomerMeter): Stored {
    const found = this.stored.get(id);
    if (!found || !organizations.includes(found.organizationId)) throw new ResourceNotFound();
    return found;
  }
}
