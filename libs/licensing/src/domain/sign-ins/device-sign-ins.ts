import type { Sync } from '#kernel';
import type { DeviceSignIn } from './device-sign-in.ts';

/** Selects a sign-in of an organization by the digests of one of its codes. */
export interface WhichDeviceSignIn {
  readonly organizationId: string;
  readonly by: 'digest' | 'userCodeDigest';
  readonly digests: readonly Buffer[];
}

/** The repository of sign-ins on devices. */
export abstract class DeviceSignIns {
  abstract add(signIn: DeviceSignIn): Promise<void>;

  /** Throws `ResourceNotFound` if there is none. If `by` throws, nothing is stored. */
  abstract change<T>(which: WhichDeviceSignIn, by: (signIn: DeviceSignIn) => Sync<T>): Promise<T>;

  /** The same, and the audit log has what was decided. */
  abstract decide(which: WhichDeviceSignIn, by: (signIn: DeviceSignIn) => void): Promise<void>;

  abstract deleteExpired(by: Date): Promise<void>;
}
