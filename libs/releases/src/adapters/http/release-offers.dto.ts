import { defineRequest } from '#platform/http';
import { described, optional, oneOf, text, withDefault } from '#platform/wire';
import { ARCHITECTURES, PLATFORMS } from '../../queries/artifact.view.ts';
import { CHANNEL_NAMES } from '../../queries/release.view.ts';
import { AUTHORIZATION, PRODUCT, PRODUCT_OR_TOKEN } from './license-credentials.ts';

const device = described(optional(text({ min: 1, max: 128 })), 'Your own ID of the device, which decides about rollouts.');

export const LatestReleaseRequest = defineRequest({
  headers: { ...AUTHORIZATION, 'license-device': device },
  query: {
    ...PRODUCT,
    platform: optional(oneOf(PLATFORMS)),
    architecture: optional(oneOf(ARCHITECTURES)),
    channel: withDefault(oneOf(CHANNEL_NAMES), () => 'stable' as const),
  },
});

export const ReleaseFileRequest = defineRequest({
  headers: AUTHORIZATION,
  path: { ...PRODUCT_OR_TOKEN, version: text({ max: 160 }), name: text({ max: 255 }) },
});
