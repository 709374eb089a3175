import { randomUUID } from 'node:crypto';
import type { ActivationRequestFile } from '../../../../libs/licensing/src/domain/leases/offline-files.ts';
import {
  type Activation,
  checkedOutUntil,
  issueKey,
  type LicenseKey,
  ORGANIZATION,
  reservedUnits,
  type Terms,
} from './license-key.ts';
import {
  assertDevice,
  type Describing,
  describedIn,
  installationOf,
  type NamedDevice,
  profileAfter,
  recognized,
} from './devices.ts';
import { fullKey, refusal } from './refusals.ts';
import { unitsAfter, type UnitsRequest } from './leased-units.ts';

/** What applications send, as far as it is decided upon. */
export interface Presented extends Describing {
  readonly key?: unknown;
  readonly organization_id?: unknown;
  readonly activation_id?: unknown;
  readonly benefit_id?: unknown;
  readonly label?: unknown;
  readonly meta?: object;
  readonly increment_usage?: number;
  readonly increment?: { readonly counter: string; readonly units: number };
}

/** A reservation, or what settles it. */
export interface Reserving extends Presented {
  readonly units?: number;
  readonly ttl_seconds?: number;
  readonly client_id?: unknown;
  readonly device_code?: unknown;
  readonly benefit_ids?: readonly string[];
}

/** The trial key of a machine. */
interface Trial {
  readonly device: string | null;
  readonly machineId: string | undefined;
  readonly key: LicenseKey;
}

/** The IDs in the headers of a request. */
export type PresentedIds = Pick<NamedDevice, 'device' | 'installation'>;

/** What an installation says of itself. */
interface Said extends NamedDevice, Pick<Activation, 'label' | 'meta'> {}

/** The license keys of one seller, and what is decided about them. Times are seconds. */
export class LicenseKeys {
  readonly issued: LicenseKey[] = [];
  /** Places in the status list of activations that were deactivated. */
  readonly endedPlaces: number[] = [];
  private leased = 0;
  /** How many seconds the trials of benefits last. */
  readonly offered = new Map<string, number>();
  private readonly trials: Trial[] = [];
  private comparesBenefits = true;

  issue(terms: Partial<Terms> & { readonly key?: string }, now: number): LicenseKey {
    const key = issueKey(terms, now);
    this.issued.push(key);
    return key;
  }

  /** From now on as a service that does not look which benefit an application asked for. */
  ignoreBenefits(): void {
    this.comparesBenefits = false;
  }

  /** A machine is known by its ID, or by its `machine_id`: the rule of the benefit is `any`. */
  startTrial(body: Presented, device: string | null, now: number): LicenseKey {
    const benefitId = String(body.benefit_id);
    const seconds = body.organization_id === ORGANIZATION ? this.offered.get(benefitId) : undefined;
    if (seconds === undefined) throw refusal(404, 'TRIAL_NOT_OFFERED');
    const machineId = body.device?.components?.['machine_id'];
    const ofBenefit = this.trials.filter(({ key }) => key.benefitId === benefitId);
    const known =
      ofBenefit.find((each) => each.device === device) ??
      ofBenefit.find((each) => machineId !== undefined && each.machineId === machineId);
    if (known) return known.key;
    const key = this.issue({ benefitId, limitActivations: 1, expiresAt: now + seconds }, now);
    this.trials.push({ device, machineId, key });
    return key;
  }

  activate(body: Presented, ids: PresentedIds, now: number): { readonly key: LicenseKey; readonly activation: Activation } {
    const key = this.granted(body, 403);
    if (key.expiresAt !== null && now >= key.expiresAt) throw refusal(403, 'EXPIRED');
    if (typeof body.label !== 'string') throw refusal(422);
    return {
      key,
      activation: this.activationFor(
        key,
        { ...ids, described: describedIn(body), label: body.label, meta: body.meta ?? {} },
        now,
      ),
    };
  }

  validate(body: Presented, now: number): { readonly key: LicenseKey; readonly activation: Activation } {
    const key = this.granted(body, 404);
    const activation = activationIn(key, body);
    assertDevice(key, activation, body, 404);
    const units = body.increment_usage ?? 0;
    this.assertLeft(key, units, now);
    if (body.increment) add(key, body.increment);
    key.usage += units;
    key.validations += 1;
    key.validatedAt = now;
    return { key, activation };
  }

  heartbeat(body: Presented, now: number): { readonly key: LicenseKey; readonly activation: Activation } {
    const key = this.granted(body, 404);
    if (key.checkoutSeconds === null) throw refusal(403, 'HEARTBEATS_NOT_SUPPORTED');
    const activation = activationIn(key, body);
    if (now >= checkedOutUntil(key, activation)!) throw refusal(404, 'CHECKOUT_EXPIRED');
    activation.heartbeatAt = now;
    return { key, activation };
  }

  /** Grants a lease to an activation, and remembers it. */
  lease(body: Presented & UnitsRequest, deviceKey?: string): { readonly key: LicenseKey; readonly activation: Activation } {
    const key = this.granted(body, 403);
    const activation = activationIn(key, body);
    assertDevice(key, activation, body, 403);
    this.grant(key, activation, deviceKey ?? key.leases.get(activation.id)?.deviceKey, body);
    return { key, activation };
  }

  leaseByFile(key: LicenseKey, { installation, deviceKey }: ActivationRequestFile, now: number): Activation {
    const { device = null, label, meta } = installation;
    const activation = this.activationFor(key, { device, installation: null, described: null, label, meta }, now);
    this.grant(key, activation, deviceKey);
    return activation;
  }

  /** `isAccepted`: whether the device has signed nothing, or what it signed proves that it is the one of the lease. */
  deactivate(body: Presented, isAccepted: (key: LicenseKey) => boolean): void {
    const key = this.known(body);
    const activation = activationIn(key, body);
    if (!isAccepted(key)) throw refusal(400, 'FILE_SIGNATURE_INVALID');
    this.remove(key, activation);
  }

  /** What the seller does, or the customer in the portal: the lease is invalid in the status list. */
  remove(key: LicenseKey, activation: Activation): void {
    key.activations.splice(key.activations.indexOf(activation), 1);
    const lease = key.leases.get(activation.id);
    if (lease) this.endedPlaces.push(lease.statusIndex);
  }

  reserve(body: Reserving, now: number): { readonly key: LicenseKey; readonly id: string; readonly expiresAt: number } {
    const key = this.granted(body, 404);
    this.assertLeft(key, body.units ?? 1, now);
    const reserved = { id: randomUUID(), expiresAt: now + (body.ttl_seconds ?? 600) };
    key.reservations.set(reserved.id, { units: body.units ?? 1, expiresAt: reserved.expiresAt });
    return { key, ...reserved };
  }

  /** Settles a reservation: what it used, or nothing, is in the usage. Returns the units that were added. */
  settle(body: Reserving, id: string, isUsed: boolean): { readonly key: LicenseKey; readonly units: number } {
    const key = this.known(body);
    const reservation = key.reservations.get(id);
    if (!reservation) throw refusal(404, 'RESERVATION_NOT_FOUND');
    const units = isUsed ? (body.units ?? reservation.units) : 0;
    key.reservations.delete(id);
    key.usage += units;
    return { key, units };
  }

  private known({ key, organization_id }: Presented): LicenseKey {
    const found = this.issued.find((each) => each.key === key && organization_id === ORGANIZATION);
    if (!found) throw refusal(404, 'NOT_FOUND');
    return found;
  }

  private granted(body: Presented, inactive: 403 | 404): LicenseKey {
    const key = this.known(body);
    if (key.status !== 'granted') throw refusal(key.status === 'rotated' ? 404 : inactive, key.status.toUpperCase());
    const isOther = body.benefit_id !== undefined && body.benefit_id !== key.benefitId;
    if (isOther && this.comparesBenefits) throw refusal(404, 'BENEFIT_MISMATCH');
    return key;
  }

  private activationFor(key: LicenseKey, named: Said, now: number): Activation {
    const { described, ...said } = named;
    const known = installationOf(key, named) ?? this.activationOfTrial(key);
    if (known) {
      const profile = described ? profileAfter(known.profile, described) : known.profile;
      const installation = known.installation ?? said.installation;
      return Object.assign(known, { profile, heartbeatAt: now, device: said.device, installation });
    }
    const id = randomUUID();
    const { placeId } = recognized(key, named) ?? { placeId: id };
    const taken = new Set(
      key.activations.filter((each) => (checkedOutUntil(key, each) ?? Infinity) > now).map((each) => each.placeId),
    );
    const isHeld = key.heldUntil !== null && now < key.heldUntil;
    if ((taken.size >= key.limitActivations && !taken.has(placeId)) || isHeld) throw fullKey(key);
    const profile = described ? profileAfter(null, described) : null;
    const activation = { id, placeId, createdAt: now, heartbeatAt: now, profile, ...said };
    key.activations.push(activation);
    return activation;
  }

  /** Only the machine that had the trial gets its key. */
  private activationOfTrial(key: LicenseKey): Activation | undefined {
    return this.trials.some((trial) => trial.key === key) ? key.activations[0] : undefined;
  }

  private grant(key: LicenseKey, activation: Activation, deviceKey?: string, request: UnitsRequest = {}): void {
    if (!key.offline) throw refusal(403, 'OFFLINE_NOT_SUPPORTED');
    const held = key.leases.get(activation.id);
    const units = unitsAfter(key, held?.units ?? null, request);
    key.leases.set(activation.id, { id: randomUUID(), statusIndex: held?.statusIndex ?? this.leased++, deviceKey, units });
  }

  private assertLeft(key: LicenseKey, units: number, now: number): void {
    for (const [id, { expiresAt }] of key.reservations) if (now >= expiresAt) key.reservations.delete(id);
    const left = key.limitUsage === null ? Infinity : key.limitUsage - key.usage - reservedUnits(key);
    if (units > left) throw refusal(400, 'USAGE_LIMIT_EXCEEDED');
  }
}

function add({ counters, counted }: LicenseKey, { counter, units }: NonNullable<Presented['increment']>): void {
  const limit = counters?.[counter];
  if (limit === undefined) throw refusal(422);
  const used = (counted.get(counter) ?? 0) + units;
  if (used > limit) throw refusal(400, 'COUNTER_LIMIT_REACHED');
  counted.set(counter, used);
}

function activationIn({ activations }: LicenseKey, { activation_id: id }: Presented): Activation {
  const found = activations.find((each) => each.id === id);
  if (!found) throw refusal(404, 'ACTIVATION_NOT_FOUND');
  return found;
}
