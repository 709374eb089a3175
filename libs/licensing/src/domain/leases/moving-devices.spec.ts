import { NotPermitted } from '#kernel';
import { aLicenseKey, anInstallation } from '../../../testing/license-key.builder.ts';
import { InMemoryLicenseKeys } from '../../../testing/in-memory-license-keys.ts';
import type { HeldRule, OfflinePolicy } from './lease.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;
const DEVICES = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];

/** Numbers from 0 to below `below`, always the same for a seed (xorshift). */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed * 2_654_435_761 + 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return Math.abs(state) % below;
  };
}

/** A key, its devices, and what they can verify offline. */
class History {
  readonly keys = new InMemoryLicenseKeys();
  readonly key = aLicenseKey().limitedTo(this.limit).newUnsaved();
  /** Until when the last lease that each device got is accepted. */
  private readonly verifiable = new Map<string, Date>();
  /** The devices of places that the seller ended, with the end of their leases. */
  private readonly endedBySeller = new Map<string, Date>();
  private index = 0;
  private readonly refusedOwn: string[] = [];
  moves = 0;
  refusals = 0;

  constructor(
    readonly limit: number,
    readonly policy: OfflinePolicy,
  ) {
    this.keys.policies.set(this.key.benefitId, policy);
  }

  private get which() {
    return { id: this.key.id, within: [this.key.organizationId] };
  }

  private get now(): Date {
    return this.keys.databaseTime;
  }

  pass(seconds: number): void {
    this.keys.databaseTime = new Date(this.now.getTime() + seconds * 1000);
  }

  /** Whether the device has a place: an activation, or what its lease holds. */
  private hasPlace(device: string): boolean {
    const isActive = this.key.activations.some((each) => each.isLive && each.device === device);
    return isActive || this.heldPlaces().includes(device);
  }

  private heldPlaces(): (string | null)[] {
    const ended = this.key.activations.filter((each) => !each.isLive);
    const held = this.key.leasing.leases.filter((lease) => lease.isHeld(this.now));
    return ended.filter(({ id }) => held.some(({ activationId }) => activationId === id)).map(({ device }) => device);
  }

  async activate(device: string): Promise<void> {
    const hadPlace = this.hasPlace(device);
    const activate = (to: 'activate' | 'activateInSlotOfLease') =>
      this.keys.change({ ...this.which, device, to }, (key) => void key.activate(anInstallation({ device }), this.now));
    await activate('activate')
      .catch(() => activate('activateInSlotOfLease'))
      .catch((error: unknown) => this.refused(error, hadPlace));
  }

  async lease(device: string): Promise<void> {
    const hadPlace = this.hasPlace(device);
    const request = { activationId: null, installation: anInstallation({ device }) };
    await this.keys
      .change({ ...this.which, device, to: 'lease' }, (key) => key.lease(request, () => this.index++).heldUntil)
      .then(
        (until) => void this.verifiable.set(device, until),
        (error: unknown) => this.refused(error, hadPlace),
      );
  }

  /** The application, the customer or the seller removes a device. */
  async remove(device: string): Promise<void> {
    const activation = this.key.activations.find((each) => each.isLive && each.device === device);
    if (!activation) return;
    const which = { ...this.which, activationId: activation.id, to: 'deactivate' } as const;
    await this.keys.change(which, (key) => key.deactivate(activation.id, this.now));
    if (!this.heldPlaces().includes(device)) this.moves += 1;
  }

  async endPlace(): Promise<void> {
    const [device] = this.heldPlaces();
    if (!device) return;
    const activation = this.key.activations.findLast((each) => !each.isLive && each.device === device)!;
    const which = { ...this.which, activationId: activation.id, to: 'deactivate' } as const;
    await this.keys.change(which, (key) => key.endHeldPlace(activation.id, 'Lost.'));
    this.endedBySeller.set(device, this.verifiable.get(device)!);
  }

  /** What is against the promises. */
  violations(): string[] {
    const live = this.key.activations.filter((each) => each.isLive).length;
    const places = live + this.heldPlaces().length;
    const verifiable = [...this.verifiable].filter(([, until]) => until > this.now).length;
    const endedBySeller = [...this.endedBySeller].filter(([, until]) => until > this.now).length;
    const most = this.limit + this.policy.moves!.limit + endedBySeller;
    return [
      ...(places > this.limit || this.key.takenSlots > this.limit ? [`${places} places of ${this.limit}`] : []),
      ...(verifiable > most ? [`${verifiable} leases can be verified, at most ${most}`] : []),
      ...this.refusedOwn,
    ];
  }

  private refused(error: unknown, hadPlace: boolean): void {
    if (!(error instanceof NotPermitted)) throw error;
    if (hadPlace) this.refusedOwn.push(`a device was refused its own place: ${error.code}`);
    this.refusals += 1;
  }
}

describe.each<HeldRule>(['released_at_once', 'until_renewal_is_due', 'until_lease_ends'])('moves of devices, %s', (held) => {
  test('never take more places than there are, nor leave more leases than may be moved, nor keep a device from its own place', async () => {
    let [moves, refusals] = [0, 0];
    for (let seed = 1; seed <= 160; seed += 1) {
      const next = numbersFrom(seed);
      const limit = 1 + next(3);
      const policy = {
        leaseSeconds: [HOUR, 7 * DAY, 60 * DAY][next(3)]!,
        graceSeconds: next(2) * DAY,
        maxOfflineDevices: limit,
        held,
        moves: { limit: next(4), periodDays: 1 + next(30) },
      };
      const history = new History(limit, policy);
      await history.keys.addAll([history.key]);
      await history.activate('a');
      await history.lease('a');
      for (let step = 0; step < 200; step += 1) {
        const device = DEVICES[next(DEVICES.length)]!;
        const what = next(14);
        if (what < 3) await history.activate(device);
        else if (what < 7) await history.lease(device);
        else if (what < 10) await history.remove(device);
        else if (what < 13) history.pass(next(8 * DAY));
        else if (next(4) === 0) await history.endPlace();
        await history.activate(device).then(() => history.lease(device));
        expect(history.violations()).toEqual([]);
      }
      moves += history.moves;
      refusals += history.refusals;
    }
    expect(moves).toBeGreaterThan(held === 'until_lease_ends' ? 0 : 600);
    expect(refusals).toBeGreaterThan(1000);
  });
});
