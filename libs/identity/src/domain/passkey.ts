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

export interface PasskeyState {
  readonly id: string;
  readonly userId: string;
  name: string;
  readonly credentialId: string;
  readonly publicKey: Buffer;
  counter: number;
  readonly transports: readonly string[];
  lastUsedAt: Date | null;
}

/** A key of a device or of a password manager with which a user signs in; the service has its public part. */
export class Passkey extends AggregateRoot<PasskeyState> {
  static create(attributes: NewPasskey, now: Date): Passkey {
    const passkey = new Passkey({ ...attributes, id: newId('passkey'), lastUsedAt: null });
    passkey.record(new UserCredentialsChanged(passkey.userId, now, 'passkey_added'));
    return passkey;
  }

  get userId(): string {
    return this.state.userId;
  }

  /** The passkey is deleted with this change. */
  remove(now: Date): void {
    this.record(new UserCredentialsChanged(this.state.userId, now, 'passkey_removed'));
  }

  /**
   * Whether a signature with this counter is accepted. A counter that does not grow means that the key was copied, unless the key
   * does not count: then it is always 0.
   */
  use(counter: number, now: Date): boolean {
    const grows = counter > this.state.counter || (counter === 0 && this.state.counter === 0);
    if (!grows) return false;
    this.state.counter = counter;
    this.state.lastUsedAt = now;
    return true;
  }
}
