import type { Clocks } from './clock.ts';
import type { Descriptions } from './device.ts';
import { isPublicKeyText } from './public-key.ts';
import { Runtime, type RuntimeOptions, type Verify } from './runtime.ts';
import { MemoryStorage } from './storage/memory-storage.ts';
import type { Storage } from './storage/storage.ts';
import type { TransportOptions } from './transport.ts';

/** What is built into an application, and how it runs. */
export interface ClientOptions extends TransportOptions, Descriptions, RuntimeOptions {
  /** The URL of the service. */
  readonly url: string;
  readonly organizationId: string;
  /** The public root key of the organization, base64url: the last column of `latchkey signing-keys list`. */
  readonly rootKey: string;
  /**
   * The benefits whose license keys are for this application: the ID that `latchkey` and the console show with a benefit. A key of
   * another benefit of the seller is refused. Without it, each key of the organization is accepted.
   */
  readonly benefitIds?: readonly string[];
  /** The URL by which the service calls itself (`BASE_URL`), if it is not `url`. */
  readonly issuer?: string;
  /** Without one, everything is forgotten when the program ends. */
  readonly storage?: Storage;
  /**
   * An ID of the machine, of 1 to 128 characters. Without one, an ID is made and stored: of the components of `device` that identify a
   * physical machine, or a random one. Whoever controls the machine can change either.
   */
  readonly deviceId?: string;
  /**
   * Whether each process that runs is activated for itself, such as a window or a job of a CI: under an ID that is made when it starts
   * and not stored, so there is no `storage`. The service has to recognize its machine, by `deviceId` or `device`.
   */
  readonly process?: boolean;
  /** The time of the machine, in milliseconds. */
  readonly now?: () => number;
}

export interface Settings {
  readonly url: string;
  readonly issuer: string;
  readonly organizationId: string;
  readonly rootKey: string;
  readonly benefitIds: readonly string[] | undefined;
  readonly storage: Storage;
  readonly deviceId: string | undefined;
  /** Whether requests name the installation: its ID is stored, or made for this process. */
  readonly hasInstallation: boolean;
  readonly clocks: Clocks;
  readonly runtime: Runtime;
  readonly verify: Verify | undefined;
  readonly inflate: RuntimeOptions['inflate'];
}

const withoutSlash = (url: string): string => url.replace(/\/+$/, '');

/** Throws a `TypeError` for options with which nothing could ever be verified. */
export function settingsFrom(options: ClientOptions): Settings {
  const { url, issuer, organizationId, rootKey, benefitIds, storage, deviceId, process, now, monotonic, verify, inflate } =
    options;
  if (!/^https?:\/\/[^/\s]+/i.test(url)) throw new TypeError('`url` is not a URL.');
  if (!isPublicKeyText(rootKey)) throw new TypeError('`rootKey` is not an Ed25519 public key of 43 characters (base64url).');
  if (benefitIds?.length === 0) throw new TypeError('`benefitIds` names no benefit.');
  if (deviceId !== undefined && !/^[\x21-\x7e]{1,128}$/.test(deviceId)) {
    throw new TypeError('`deviceId` has to be 1 to 128 visible ASCII characters.');
  }
  if (process && storage) throw new TypeError('With `process` nothing is stored: leave `storage` out.');
  if (process && deviceId === undefined && options.device === undefined) {
    throw new TypeError('With `process`, `deviceId` or `device` has to name the machine.');
  }
  return {
    url: withoutSlash(url),
    issuer: withoutSlash(issuer ?? url),
    organizationId,
    rootKey,
    benefitIds,
    storage: storage ?? new MemoryStorage(),
    deviceId,
    hasInstallation: process === true || storage !== undefined,
    clocks: { now: now ?? Date.now, monotonic: monotonic ?? (() => performance.now()) },
    runtime: new Runtime(options),
    verify,
    inflate,
  };
}
