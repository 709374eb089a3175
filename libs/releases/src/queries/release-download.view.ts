import { type Infer, integer, nullable, object, oneOf, text, timestamp, uuid4 } from '#platform/wire';
import { CHANNEL_NAMES } from './release.view.ts';

/** How often a license key downloaded a version. */
export const ReleaseDownloadView = object(
  {
    organization_id: uuid4(),
    product_id: uuid4(),
    release_id: uuid4(),
    version: text(),
    channel: oneOf(CHANNEL_NAMES),
    license_key_id: uuid4(),
    display_key: nullable(text()),
    downloads: integer({ ge: 1 }),
    last_downloaded_at: timestamp(),
  },
  'ReleaseDownload',
  {
    organization_id: 'The ID of the organization.',
    product_id: 'The ID of the product that is released.',
    release_id: 'The ID of the release.',
    version: { text: 'The version of the release.', example: '3.2.1' },
    channel: 'The channel of the release.',
    license_key_id: 'The ID of the license key.',
    display_key: {
      text: 'The license key without most of its characters; `null` if it no longer exists.',
      example: '****-E304DA',
    },
    downloads: { text: 'How often files of the release were downloaded with the license key.', example: 2 },
    last_downloaded_at: 'When the last download began.',
  },
);
export type ReleaseDownloadView = Infer<typeof ReleaseDownloadView>;
