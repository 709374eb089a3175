import { KeyActivity, type KeyUse } from '../src/domain/keys/key-activity.ts';

const HOUR_MS = 3_600_000;

export class InMemoryKeyActivity extends KeyActivity {
  /** The counts by organization and the beginning of the hour. */
  readonly stored = new Map<string, Record<KeyUse, number>>();

  count(organizationId: string, use: KeyUse, at: Date): void {
    const hour = new Date(at.getTime() - (at.getTime() % HOUR_MS)).toISOString();
    const key = `${organizationId} ${hour}`;
    const known = this.stored.get(key) ?? { validations: 0, activations: 0 };
    this.stored.set(key, { ...known, [use]: known[use] + 1 });
  }

  flush(): Promise<void> {
    return Promise.resolve();
  }
}
