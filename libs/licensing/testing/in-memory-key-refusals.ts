import { type KeyRefusal, KeyRefusals } from '../src/domain/keys/key-refusals.ts';

export class InMemoryKeyRefusals extends KeyRefusals {
  readonly stored = new Map<string, KeyRefusal & { count: number; lastAt: Date }>();

  count(refusal: KeyRefusal, at: Date): void {
    const key = `${refusal.licenseKeyId} ${refusal.operation} ${refusal.code}`;
    const { count = 0, lastAt = at } = this.stored.get(key) ?? {};
    this.stored.set(key, { ...refusal, count: count + 1, lastAt: at > lastAt ? at : lastAt });
  }

  flush(): Promise<void> {
    return Promise.resolve();
  }
}
