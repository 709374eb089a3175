import { defineRequest } from '#platform/http';
import { APPLICATION_VERSION } from '#support/versions';
import { oneOf, optional, text, withDefault } from '#platform/wire';
import { CHANNEL_NAMES } from '../../queries/release.view.ts';
import { PROCESSORS, TARGETS } from './engines/tauri.ts';
import { AUTHORIZATION, PRODUCT } from './license-credentials.ts';

const device = optional(text({ min: 1, max: 128 }));
const name = text({ min: 1, max: 214 });
const namesOf = <T extends object>(table: T) => Object.keys(table) as (keyof T & string)[];

export const NpmPackageRequest = defineRequest({ headers: AUTHORIZATION, path: { ...PRODUCT, name } });

export const PyPiRequest = defineRequest({ headers: { ...AUTHORIZATION, accept: optional(text({ max: 1024 })) }, path: PRODUCT });

export const PyPiProjectRequest = defineRequest({
  headers: { ...AUTHORIZATION, accept: optional(text({ max: 1024 })) },
  path: { ...PRODUCT, name },
});

export const ElectronRequest = defineRequest({
  headers: { ...AUTHORIZATION, 'license-device': device },
  path: { ...PRODUCT, file: text({ max: 100 }) },
});

export const TauriRequest = defineRequest({
  headers: { ...AUTHORIZATION, 'license-device': device },
  path: {
    ...PRODUCT,
    target: oneOf(namesOf(TARGETS)),
    arch: oneOf(namesOf(PROCESSORS)),
    version: text({ max: 160, pattern: APPLICATION_VERSION }),
  },
  query: { channel: withDefault(oneOf(CHANNEL_NAMES), () => 'stable' as const) },
});
