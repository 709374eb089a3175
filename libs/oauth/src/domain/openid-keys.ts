import type { OpenIdKey } from './openid-key.ts';

export interface StoredOpenIdKey extends OpenIdKey {
  readonly activeFrom: Date;
  /** Whether it signs now, has yet to, or did. */
  readonly state: 'current' | 'upcoming' | 'retired';
}

/** The keys of the OpenID provider. Private parts are encrypted. */
export abstract class OpenIdKeys {
  /** The key that signs now first, then the others that are published. Makes the first key. */
  abstract published(): Promise<readonly StoredOpenIdKey[]>;
  /** Adds a key that signs from that time on, instead of the others. Returns its id. */
  abstract rotate(activeFrom: Date): Promise<string>;
  /** Deletes keys that were replaced before that time. */
  abstract deleteReplacedBefore(time: Date): Promise<void>;
  abstract reencrypt(): Promise<number>;
}
