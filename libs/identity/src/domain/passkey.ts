import { AggregateRoot, newId } from '#kernel';
import { UserCredentialsChanged } from './user-credentials.events.ts';

export const MOST_PASSKEYS = 20;

export interface NewPasskey {
  readonly userId: string;
  readonly name: string;
  readonly credentialId: string;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
}

/** A key of a device or of a password manager with which a user signs in; the service has its public part. */
export class Passkey extends AggregateRoot {
  readonly id: string;
  readonly userId: string;
  name: string;
  readonly credentialId: string;
  readonly publicKey: Buffer;
  private counter: number;
  readonly transports: readonly string[];
  lastUsedAt: Date | null;

  private constructor({ userId, name, credentialId, publicKey, counter, transports }: NewPasskey) {
    super();
    this.id = newId('passkey');
    this.userId = userId;
    this.name = name;
    this.credentialId = credentialId;
    this.publicKey = publicKey;
    this.counter = counter;
    this.transports = transports;
    this.lastUsedAt = null;
  }

  static create(attributes: NewPasskey, now: Date): Passkey {
    const passkey = new Passkey(attributes);
    passkey.record(new UserCredentialsChanged(passkey.userId, now, 'passkey_added'));
    return passkey;
  }

  /** The passkey is deleted with this change. */
  remove(now: Date): void {
    this.record(new UserCredentialsChanged(this.userId, now, 'passkey_removed'));
  }

  get signatures(): number {
    return this.counter;
  }

  /**
   * Whether a signature with this counter is accepted. A counter that does not grow means that the key was copied, unless the key
   * does not count: then it is always 0.
   */
  use(counter: number, now: Date): boolean {
    const grows = counter > this.counter || (counter === 0 && this.counter === 0);
    if (!grows) return false;
    this.counter = counter;
    this.lastUsedAt = now;
    return true;
  }
}
