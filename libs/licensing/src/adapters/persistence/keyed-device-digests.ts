import { Injectable } from '@nestjs/common';
import { Keyring } from '#engine/secrets';
import type { ComponentDigests } from '../../domain/devices/described-device.ts';
import { DeviceDigests } from '../../domain/devices/device-digests.ts';

/** 132 bits: so few of an organization's components are ever compared that none meet by chance. */
const DIGEST_LENGTH = 22;

@Injectable()
export class KeyedDeviceDigests extends DeviceDigests {
  constructor(private readonly keyring: Keyring) {
    super();
  }

  digestsOf(organizationId: string, name: string, value: string): ComponentDigests {
    return this.keyring
      .digests('device-component', `${organizationId}/${name}/${value}`)
      .map((digest) => digest.toString('base64url').slice(0, DIGEST_LENGTH)) as [string, ...string[]];
  }
}
