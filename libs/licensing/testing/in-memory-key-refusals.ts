import { type KeyRefusal, KeyRefusals, TOLD_AFTER_MS } from '../src/domain/keys/key-refusals.ts';
import { hourOf, type HourlyUses } from '../src/domain/keys/key-uses.ts';
import type { LicenseKeyActivationRefused } from '../src/domain/keys/refusal.events.ts';

export class InMemoryKeyRefusals extends KeyRefusals {
  readonly stored = new Map<string, KeyRefusal & { count: number; lastAt: Date }>();

  readonly uses: HourlyUses[] = [];
  readonly published: LicenseKeyActivationRefused[] = [];
  private readonly toldAt = new Map<string, Date>();

  count(refusal: KeyRefusal, at: Date, event?: LicenseKeyActivationRefused): void {
    const key = `${refusal.licenseKeyId} ${refusal.operation} ${refusal.code}`;
    const { count = 0, lastAt = at } = this.stored.get(key) ?? {};
    this.stored.set(key, { ...refusal, count: count + 1, lastAt: at > lastAt ? at : lastAt });
    const { organizationId, benefitId, code } = refusal;
    this.uses.push({ organizationId, kind: 'refusals', hour: hourOf(at), benefitId, detail: code, count: 1 });
    const toldAt = this.toldAt.get(refusal.licenseKeyId);
    if (!event || (toldAt && at.getTime() < toldAt.getTime() + TOLD_AFTER_MS)) return;
    this.toldAt.set(refusal.licenseKeyId, at);
    this.published.push(event);
  }

  flush(): Promise<void> {
    return Promise.resolve();
  }
}
