import { NotPermitted } from '#kernel';
import { InMemoryLicenseKeys } from '../../../testing/in-memory-license-keys.ts';
import { aDevice, aLicenseKey, anInstallation } from '../../../testing/license-key.builder.ts';
import type { Activation } from '../activations/activation.ts';
import type { Installation } from '../keys/license-key.types.ts';
import type { HeldRule, OfflinePolicy } from './lease.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;
const MACHINES = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];

/** One installation of an application: which machine it is on, and what it sends. */
interface Party extends Pick<Installation, 'device' | 'installation' | 'described'> {
  readonly machine: string;
}

/** How installations of one machine are told apart: there is one, they have IDs of their own on it, or the machine is recognized. */
const PARTIES = {
  'one installation on each device': MACHINES.map((machine) => ({ machine, device: machine })),
  'three installations on each device, with IDs of their own': MACHINES.flatMap((machine) =>
    ['1', '2', '3'].map((installation) => ({ machine, device: machine, installation })),
  ),
  'three installations on each device, which is recognized': MACHINES.flatMap((machine) =>
    ['1', '2', '3'].map((account) => ({ machine, device: machine + account, described: aDevice({ serial: machine }) })),
  ),
} as const satisfies Readonly<Record<string, readonly Party[]>>;

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

/** A key, the installations on its devices, and what they can verify offline. */
class History {
  readonly keys = new InMemoryLicenseKeys();
  readonly key = aLicenseKey()
    .limitedTo(this.limit)
    .governedBy(this.isRecognizing ? { devices: { match: 'all' } } : {})
    .newUnsaved();
  /** Until when the last lease that each installation got is accepted. */
  private readonly verifiable = new Map<Party, Date>();
  /** The machines of places that the seller ended, with the end of their leases. */
  private readonly endedBySeller = new Map<string, Date>();
  /** The activation that each installation knows to be its own. */
  private readonly own = new Map<Party, string>();
  private readonly machineOf = new Map<string, string>();
  private readonly faults: string[] = [];
  private index = 0;
  moves = 0;
  refusals = 0;

  constructor(
    readonly limit: number,
    readonly policy: OfflinePolicy,
    readonly isRecognizing: boolean,
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

  private get live(): Activation[] {
    return this.key.activations.filter((each) => each.isLive);
  }

  /** The machines without an activation for which leases hold places. */
  private heldPlaces(): string[] {
    const live = new Set(this.live.map(({ placeId }) => placeId));
    const held = this.key.leasing.leases.filter((lease) => lease.isHeld(this.now) && !live.has(lease.placeId));
    return [...new Set(held.map(({ activationId }) => this.machineOf.get(activationId)!))];
  }

  private hasPlace({ machine }: Party): boolean {
    return this.live.some(({ id }) => this.machineOf.get(id) === machine) || this.heldPlaces().includes(machine);
  }

  async activate(party: Party): Promise<void> {
    const hadPlace = this.hasPlace(party);
    const activate = (to: 'activate' | 'activateInSlotOfLease') =>
      this.keys.change({ ...this.which, ...party, to }, (key) => this.got(party, key.activate(anInstallation(party), this.now)));
    await activate('activate')
      .catch(() => activate('activateInSlotOfLease'))
      .catch((error: unknown) => this.refused(error, hadPlace));
  }

  /** As `activate` does, for an installation that has no activation. */
  async lease(party: Party): Promise<void> {
    const hadPlace = this.hasPlace(party);
    const activationId = this.own.get(party) ?? null;
    await this.keys
      .change({ ...this.which, ...party, activationId, to: 'lease' }, (key) => {
        const { activation, heldUntil } = key.lease({ activationId, installation: anInstallation(party) }, () => this.index++);
        this.got(party, activation);
        return heldUntil;
      })
      .then(
        (until) => void this.verifiable.set(party, until),
        (error: unknown) => this.refused(error, hadPlace),
      );
  }

  /** The application of one installation deactivates itself. */
  async leave(party: Party): Promise<void> {
    const id = this.own.get(party);
    if (!id) return;
    this.own.delete(party);
    await this.keys.change({ ...this.which, activationId: id, to: 'deactivate' }, (key) => key.deactivate(id, this.now));
    if (!this.hasPlace(party)) this.moves += 1;
  }

  /** The customer or the seller removes a device. */
  async remove(party: Party): Promise<void> {
    const activation = this.live.find(({ id }) => this.machineOf.get(id) === party.machine);
    if (!activation) return;
    for (const each of this.own.keys()) if (each.machine === party.machine) this.own.delete(each);
    const which = { ...this.which, activationId: activation.id, to: 'deactivate' } as const;
    await this.keys.change(which, (key) => key.removeDevice(activation.id, this.now));
    if (!this.hasPlace(party)) this.moves += 1;
  }

  async endPlace(): Promise<void> {
    const [machine] = this.heldPlaces();
    if (!machine) return;
    const held = this.key.leasing.leases.findLast(
      (lease) => lease.isHeld(this.now) && lease.endedAt && this.machineOf.get(lease.activationId) === machine,
    )!;
    const which = { ...this.which, activationId: held.activationId, to: 'deactivate' } as const;
    await this.keys.change(which, (key) => key.endHeldPlace(held.activationId, 'Lost.'));
    this.endedBySeller.set(machine, this.verifiableUntil().get(machine)!);
  }

  /** Until when a lease of each machine is accepted. */
  private verifiableUntil(): Map<string, Date> {
    const ends = new Map<string, Date>();
    for (const [{ machine }, until] of this.verifiable) if (until > (ends.get(machine) ?? 0)) ends.set(machine, until);
    return ends;
  }

  /** What is against the promises. */
  async violations(): Promise<string[]> {
    await this.keys.change({ ...this.which, to: 'activateInSlotOfLease' }, () => undefined);
    const live = new Set(this.live.map(({ placeId }) => placeId)).size;
    const places = live + this.heldPlaces().length;
    const isVerifiable = ([, until]: readonly [string, Date]): boolean => until > this.now;
    const verifiable = [...this.verifiableUntil()].filter(isVerifiable).length;
    const endedBySeller = [...this.endedBySeller].filter(isVerifiable).length;
    const most = this.limit + this.policy.moves!.limit + endedBySeller;
    return [
      ...(places > this.limit || this.key.takenSlots > this.limit ? [`${places} places of ${this.limit}`] : []),
      ...(verifiable > most ? [`leases of ${verifiable} devices can be verified, at most ${most}`] : []),
      ...this.faults,
    ];
  }

  private got(party: Party, { id, device, installation }: Activation): void {
    if (device !== party.device || installation !== (party.installation ?? null)) this.faults.push('got that of another one');
    this.own.set(party, id);
    this.machineOf.set(id, party.machine);
  }

  private refused(error: unknown, hadPlace: boolean): void {
    if (!(error instanceof NotPermitted)) throw error;
    if (hadPlace) this.faults.push(`a device was refused its own place: ${error.code}`);
    this.refusals += 1;
  }
}

const CASES = Object.keys(PARTIES).flatMap((name) =>
  (['released_at_once', 'until_renewal_is_due', 'until_lease_ends'] as const).map(
    (held) => [name as keyof typeof PARTIES, held] as const,
  ),
);

describe.each<readonly [keyof typeof PARTIES, HeldRule]>(CASES)('moves of devices, %s, %s', (name, held) => {
  test('never take more places than there are, nor leave more leases than may be moved, nor keep a device from its own place', async () => {
    const parties: readonly Party[] = PARTIES[name];
    let [moves, refusals] = [0, 0];
    for (let seed = 1; seed <= 20; seed += 1) {
      const next = numbersFrom(seed);
      const limit = 1 + next(3);
      const policy = {
        leaseSeconds: [HOUR, 7 * DAY, 60 * DAY][next(3)]!,
        graceSeconds: next(2) * DAY,
        maxOfflineDevices: limit,
        held,
        moves: { limit: next(4), periodDays: 1 + next(30) },
      };
      const history = new History(
        limit,
        policy,
        parties.some(({ described }) => described),
      );
      await history.keys.addAll([history.key]);
      await history.activate(parties[0]!);
      await history.lease(parties[0]!);
      for (let step = 0; step < 200; step += 1) {
        const party = parties[next(parties.length)]!;
        const what = next(14);
        if (what < 3) await history.activate(party);
        else if (what < 7) await history.lease(party);
        else if (what < 9) await history.remove(party);
        else if (what < 10) await history.leave(party);
        else if (what < 13) history.pass(next(8 * DAY));
        else if (next(4) === 0) await history.endPlace();
        expect(await history.violations()).toEqual([]);
        const again = next(2) === 0 ? party : parties[next(parties.length)]!;
        await history.activate(again).then(() => history.lease(again));
        expect(await history.violations()).toEqual([]);
      }
      moves += history.moves;
      refusals += history.refusals;
    }
    expect(moves).toBeGreaterThan(held === 'until_lease_ends' ? 0 : 25);
    expect(refusals).toBeGreaterThan(500);
  });
});
