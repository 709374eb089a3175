import { defineRequest } from '#platform/http';
import { APPLICATION_VERSION } from '#support/versions';
import { integer, oneOf, optional, text, withDefault } from '#platform/wire';
import { CHANNEL_NAMES } from '../../queries/release.view.ts';
import { ARCHITECTURES } from '../../queries/artifact.view.ts';
import { MAC_PLATFORMS, WINDOWS_PLATFORMS } from './engines/squirrel.ts';
import { PROCESSORS, TARGETS } from './engines/tauri.ts';
import { AUTHORIZATION, PRODUCT, PRODUCT_OR_TOKEN } from './license-credentials.ts';

const device = optional(text({ min: 1, max: 128 }));
/** What is new is told in it. */
const language = optional(text({ max: 1024 }));
const name = text({ min: 1, max: 214 });
const version = text({ max: 160, pattern: APPLICATION_VERSION });
const channel = withDefault(oneOf(CHANNEL_NAMES), () => 'stable' as const);
const namesOf = <T extends object>(table: T) => Object.keys(table) as (keyof T & string)[];

export const NpmPackageRequest = defineRequest({ headers: AUTHORIZATION, path: { ...PRODUCT, name } });

export const PyPiRequest = defineRequest({ headers: { ...AUTHORIZATION, accept: optional(text({ max: 1024 })) }, path: PRODUCT });

export const PyPiProjectRequest = defineRequest({
  headers: { ...AUTHORIZATION, accept: optional(text({ max: 1024 })) },
  path: { ...PRODUCT, name },
});

const suite = oneOf(CHANNEL_NAMES);

export const DebianKeyRequest = defineRequest({ headers: AUTHORIZATION, path: PRODUCT });

export const DebianReleaseRequest = defineRequest({
  headers: AUTHORIZATION,
  path: { ...PRODUCT, suite, file: text({ max: 100 }) },
});

export const DebianPackagesRequest = defineRequest({
  headers: AUTHORIZATION,
  path: { ...PRODUCT, suite, architecture: text({ max: 100 }), file: text({ max: 100 }) },
});

const image = text({ min: 1, max: 214 });

export const RegistryRequest = defineRequest({ headers: AUTHORIZATION });

export const ImageTagsRequest = defineRequest({
  headers: AUTHORIZATION,
  path: { ...PRODUCT, image },
  query: { n: optional(integer({ ge: 0, le: 10_000 })), last: optional(text({ max: 128 })) },
});

export const ImageManifestRequest = defineRequest({
  headers: AUTHORIZATION,
  path: { ...PRODUCT, image, reference: text({ max: 160 }) },
});

export const ImageBlobRequest = defineRequest({
  headers: AUTHORIZATION,
  path: { ...PRODUCT, image, reference: text({ max: 71, pattern: /^sha256:[0-9a-f]{64}$/ }) },
});

export const ElectronRequest = defineRequest({
  headers: { ...AUTHORIZATION, 'license-device': device, 'accept-language': language },
  path: { ...PRODUCT_OR_TOKEN, file: text({ max: 100 }) },
});

export const TauriRequest = defineRequest({
  headers: { ...AUTHORIZATION, 'license-device': device, 'accept-language': language },
  path: {
    ...PRODUCT_OR_TOKEN,
    target: oneOf(namesOf(TARGETS)),
    arch: oneOf(namesOf(PROCESSORS)),
    version,
  },
  query: { channel },
});

/** Clients that send no headers name their device in the address. */
const named = { headers: { ...AUTHORIZATION, 'license-device': device }, query: { channel, device } };

export const SparkleRequest = defineRequest({
  headers: named.headers,
  path: { ...PRODUCT_OR_TOKEN, platform: oneOf(['macos', 'windows']) },
  query: { ...named.query, architecture: optional(oneOf(ARCHITECTURES)) },
});

export const SquirrelMacRequest = defineRequest({
  ...named,
  path: { ...PRODUCT_OR_TOKEN, platform: oneOf(namesOf(MAC_PLATFORMS)), version },
});

export const SquirrelWindowsRequest = defineRequest({
  ...named,
  path: { ...PRODUCT_OR_TOKEN, platform: oneOf(namesOf(WINDOWS_PLATFORMS)), version },
});

export const WordPressRequest = defineRequest({ ...named, path: { ...PRODUCT_OR_TOKEN, slug: name } });

interface NamedDevice {
  readonly headers: { readonly 'license-device'?: string | undefined };
  readonly query: { readonly device?: string | undefined };
}

export const deviceIn = ({ headers, query }: NamedDevice): string | null => headers['license-device'] ?? query.device ?? null;
