import type { Descriptions } from './device.ts';
import { isPublicKeyText } from './public-key.ts';
import { MemoryStorage } from './storage/memory-storage.ts';
import type { Storage } from './storage/storage.ts';
import type { TransportOptions } from './transport.ts';

/** What is built into an application, and how it runs. */
export interface ClientOptions extends TransportOptions, Descriptions {
  /** The URL of the service. */
  readonly url: string;
  readonly organizationId: string;
  /** The public root key of the organization, base64url: the last column of `latchkey signing-keys list`. */
  readonly rootKey: string;
  /** The URL by which the service calls itself (`BASE_URL`), if it is not `url`. */
  readonly issuer?: string;
  /** Without one, everything is forgotten when the program ends. */
  readonly storage?: Storage;
  /**
   * An ID of the machine, of 1 to 128 characters. Without one, a random ID is made and stored. Whoever controls the machine can change
   * either.
   */
  readonly deviceId?: string;
  /** The time of the machine, in milliseconds. */
  readonly now?: () => number;
}

export interface Settings {
  readonly url: string;
  readonly issuer: string;
  readonly organizationId: string;
  readonly rootKey: string;
  readonly storage: Storage;
  readonly deviceId: string | undefined;
  readonly now: () => number;
}

const withoutSlash = (url: string): string => url.replace(/\/+$/, '');

/** Throws a `TypeError` for options with which nothing could ever be verified. */
export function settingsFrom({ url, issuer, organizationId, rootKey, storage, deviceId, now }: ClientOptions): Settings {
  if (!URL.canParse(url)) throw new TypeError('`url` is not a URL.');
  if (!isPublicKeyText(rootKey)) throw new TypeError('`rootKey` is not an Ed25519 public key of 43 characters (base64url).');
  if (deviceId !== undefined && !/^[\x21-\x7e]{1,128}$/.test(deviceId)) {
    throw new TypeError('`deviceId` has to be 1 to 128 visible ASCII characters.');
  }
  return {
    url: withoutSlash(url),
    issuer: withoutSlash(issuer ?? url),
    organizationId,
    rootKey,
    storage: storage ?? new MemoryStorage(),
    deviceId,
    now: now ?? Date.now,
  };
}
