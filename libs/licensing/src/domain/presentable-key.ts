import { HeldKey } from './held-key.ts';
import { displayForm } from './key-string.ts';
import { RotateNotPermitted } from './license-key.errors.ts';
import { LicenseKeyRotated } from './license-key.events.ts';
import type { ReplacedString } from './license-key.types.ts';

/** The part of a key that has the string that applications present. */
export abstract class PresentableKey extends HeldKey {
  abstract key: string;
  abstract displayKey: string;
  private replaced?: ReplacedString[];

  /** Replaces the key string. The old string stays valid until `previousValidUntil`; `null` ends it immediately. */
  rotate(newKey: string, previousValidUntil: Date | null, now: Date): void {
    if (this.status === 'revoked') throw new RotateNotPermitted(this.status);
    (this.replaced ??= []).push({ key: this.key, validUntil: previousValidUntil ?? now });
    this.key = newKey;
    this.displayKey = displayForm(newKey);
    this.modifiedAt = now;
    this.record(new LicenseKeyRotated(this.snapshot, now, previousValidUntil));
  }

  /** Returns the strings replaced since the last call, and forgets them. */
  pullReplacedStrings(): ReplacedString[] {
    return this.replaced?.splice(0) ?? [];
  }
}
