import type { DomainEvent, Sync } from '#kernel';
import { LicenseKeyNotFound } from '../src/domain/license-key.errors.ts';
import type { LicenseKeySnapshot } from '../src/domain/license-key.types.ts';
import type { LicenseKey } from '../src/domain/license-key.ts';
import {
  GrantHasKey,
  type DirectlyIssuedKeys,
  KeyStringsTaken,
  LicenseKeys,
  type KeyOwner,
  type WhichLicenseKey,
} from '../src/domain/license-keys.ts';

interface Opening {
  readonly key: LicenseKey;
  readonly validUntil: Date | null;
}

/** License keys in a map, for tests of handlers. Keeps the recorded events. */
export class InMemoryLicenseKeys extends LicenseKeys {
  readonly events: DomainEvent[] = [];
  private readonly byId = new Map<string, LicenseKey>();
  private readonly openings = new Map<string, Opening>();

  async change<T>(which: WhichLicenseKey, by: (key: LicenseKey) => Sync<T>): Promise<T> {
    const key = this.find(which);
    if (!key || !isWithin(which, key)) throw new LicenseKeyNotFound();
    const outcome = by(key);
    for (const { key: replaced, validUntil } of key.pullReplacedStrings())
      this.openings.set(name(key, replaced), { key, validUntil });
    this.openings.set(name(key, key.snapshot.key), { key, validUntil: null });
    this.events.push(...key.pullEvents());
    return outcome as T;
  }

  async addAll(keys: readonly LicenseKey[]): Promise<void> {
    const seen = new Set(this.openings.keys());
    const taken = keys.flatMap((key, position) => {
      const opens = name(key, key.snapshot.key);
      return seen.has(opens) ? [position] : (seen.add(opens), []);
    });
    if (taken.length > 0) throw new KeyStringsTaken(taken);
    if (keys.some(({ grantId }) => grantId && this.grantedBy(grantId))) throw new GrantHasKey();
    for (const key of keys) {
      this.byId.set(key.id, key);
      this.openings.set(name(key, key.snapshot.key), { key, validUntil: null });
      this.events.push(...key.pullEvents());
    }
  }

  async findSnapshot(id: string, within: readonly string[]): Promise<LicenseKeySnapshot & KeyOwner> {
    return { ...this.byId.get(id)?.snapshot, ...(await this.ownerOf(id, within)) } as LicenseKeySnapshot & KeyOwner;
  }

  async findIdByGrant(_organizationId: string, grantId: string): Promise<string | undefined> {
    return this.grantedBy(grantId)?.id;
  }

  async issuedDirectly(which: DirectlyIssuedKeys, after: string | null): Promise<string[]> {
    const { organizationId, ...whose } = which;
    const keys = [...this.byId.values()].filter(
      (key) =>
        key.organizationId === organizationId &&
        key.grantId === null &&
        key.snapshot.status !== 'revoked' &&
        Object.entries(whose).every(([field, id]) => key[field as keyof KeyOwner] === id),
    );
    const ids = keys.map(({ id }) => id).sort();
    return ids.filter((id) => after === null || id > after);
  }

  async ownerOf(id: string, within: readonly string[]): Promise<KeyOwner> {
    const key = this.byId.get(id);
    if (!key || !within.includes(key.organizationId)) throw new LicenseKeyNotFound();
    const { customerId, memberId, benefitId } = key;
    return { customerId, memberId, benefitId };
  }

  private grantedBy(grantId: string): LicenseKey | undefined {
    return [...this.byId.values()].find((key) => key.grantId === grantId);
  }

  private find(which: WhichLicenseKey): LicenseKey | undefined {
    if ('id' in which) return this.byId.get(which.id);
    const opening = this.openings.get(`${which.organizationId}/${which.key}`);
    return opening && (opening.validUntil === null || opening.validUntil > which.at) ? opening.key : undefined;
  }
}

const name = ({ organizationId }: LicenseKey, key: string): string => `${organizationId}/${key}`;

const isWithin = ({ within }: WhichLicenseKey, { organizationId }: LicenseKey): boolean =>
  !within || within.includes(organizationId);
