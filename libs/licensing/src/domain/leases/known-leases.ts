import { type EndedDevice, isNamedAs, type NamedDevice } from '../devices/devices.ts';
import type { MatchRule } from '../policy/devices-policy.ts';
import type { Lease } from './lease.ts';

/** The device of a lease whose activation has ended. */
export interface FormerDevice extends EndedDevice {
  /** The device has another activation by now, with a place of its own: it needs the former one no more. */
  readonly isActiveAgain: boolean;
  /** Another installation of the device still has the place. */
  readonly hasPlace: boolean;
}

/**
 * Leases of a key that were read: those of the activations that the command names and of other installations of their devices, and of
 * ended activations all that hold places, can be verified or count as moves. Those of one device share a place.
 */
export class KnownLeases {
  private readonly leases: Lease[] = [];
  private readonly endedDevices = new Map<Lease, EndedDevice>();
  /** The places of ended activations that other installations still have. */
  private readonly livePlaces = new Set<string>();
  private readonly heldWhenRead = new Set<string>();

  constructor(
    private readonly now: Date,
    /** How many places of the key had leases that were held when they were read, also of those that were not read. */
    private readonly heldAtFirst: number,
  ) {}

  get all(): readonly Lease[] {
    return this.leases;
  }

  /** A lease that was read, with the device of its activation, if that has ended. */
  load(lease: Lease, ended?: FormerDevice): void {
    if (lease.isHeld(this.now)) this.heldWhenRead.add(lease.placeId);
    this.add(lease);
    if (!ended) return;
    this.endedDevices.set(lease, ended);
    if (ended.hasPlace) this.livePlaces.add(lease.placeId);
  }

  add(lease: Lease): void {
    this.leases.push(lease);
  }

  /** The activation of the lease ends. `keepsPlace`: another installation of the device still has the place. */
  end(lease: Lease, device: EndedDevice, keepsPlace: boolean): void {
    lease.end(this.now);
    this.endedDevices.set(lease, device);
    if (keepsPlace) this.livePlaces.add(lease.placeId);
  }

  /** None of its activations is live any more. */
  endPlace(placeId: string): void {
    this.livePlaces.delete(placeId);
  }

  /** A copy, and the copies of the leases. */
  copy(): { readonly copy: KnownLeases; readonly copyOf: ReadonlyMap<Lease, Lease> } {
    const copy = new KnownLeases(this.now, this.heldAtFirst);
    const copyOf = new Map(this.leases.map((lease) => [lease, lease.copy()]));
    for (const lease of copyOf.values()) copy.add(lease);
    for (const [lease, device] of this.endedDevices) copy.endedDevices.set(copyOf.get(lease)!, device);
    for (const place of this.livePlaces) copy.livePlaces.add(place);
    for (const place of this.heldWhenRead) copy.heldWhenRead.add(place);
    return { copy, copyOf };
  }

  of(activationId: string): Lease | undefined {
    return this.leases.find((lease) => lease.activationId === activationId);
  }

  on(placeId: string): Lease[] {
    return this.leases.filter((lease) => lease.placeId === placeId);
  }

  heldOn(placeId: string): Lease[] {
    return this.leases.filter((lease) => lease.placeId === placeId && lease.isHeld(this.now));
  }

  endedDeviceOf(lease: Lease): EndedDevice | undefined {
    return this.endedDevices.get(lease);
  }

  isOnLivePlace({ placeId }: Lease): boolean {
    return this.livePlaces.has(placeId);
  }

  /** The leases that can be verified of a device in places that it has no more. */
  inFormerPlacesOf(named: NamedDevice, rule: MatchRule | undefined): Lease[] {
    return this.leases.filter((lease) => {
      const ended = this.endedDevices.get(lease);
      return ended && !this.isOnLivePlace(lease) && lease.isVerifiable(this.now) && isNamedAs(ended, named, rule);
    });
  }

  /** How many places of the key have leases that are held. */
  get heldPlaces(): number {
    const held = new Set(this.leases.flatMap((lease) => (lease.isHeld(this.now) ? lease.placeId : [])));
    return this.heldAtFirst - this.heldWhenRead.size + held.size;
  }

  /** Until when leases hold places of devices without an activation, the next one first. */
  get endsOfPlaces(): readonly Date[] {
    const ends = new Map<string, Date>();
    for (const lease of this.leases) {
      if (lease.endedAt === null || !lease.isHeld(this.now) || this.isOnLivePlace(lease)) continue;
      const known = ends.get(lease.placeId);
      if (!known || lease.takesPlaceUntil > known) ends.set(lease.placeId, lease.takesPlaceUntil);
    }
    return [...ends.values()].sort((some, other) => some.getTime() - other.getTime());
  }
}

/** When the first of them is over. */
export const firstEndOf = (leases: readonly Lease[]): Date =>
  new Date(Math.min(...leases.map(({ heldUntil }) => heldUntil.getTime())));
