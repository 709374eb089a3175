import { KeyActivity, type KeyUse } from '../src/domain/keys/key-activity.ts';
import { CountedVersions, hourOf, type HourlyUses, startOfHour } from '../src/domain/keys/key-uses.ts';

export class InMemoryKeyActivity extends KeyActivity {
  /** The counts by organization and the beginning of the hour. */
  readonly stored = new Map<string, Record<KeyUse['kind'], number>>();
  readonly uses: HourlyUses[] = [];
  private readonly versions = new CountedVersions();

  count({ organizationId, kind, benefitId, version }: KeyUse, at: Date): void {
    const hour = hourOf(at);
    const key = `${organizationId} ${startOfHour(hour).toISOString()}`;
    const known = this.stored.get(key) ?? { validations: 0, activations: 0 };
    this.stored.set(key, { ...known, [kind]: known[kind] + 1 });
    this.uses.push({ organizationId, kind, hour, benefitId, detail: this.versions.detailOf(benefitId, hour, version), count: 1 });
  }

  flush(): Promise<void> {
    return Promise.resolve();
  }
}
