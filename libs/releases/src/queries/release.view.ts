import {
  describeResource,
  type Infer,
  integer,
  list,
  mapOf,
  nullable,
  object,
  oneOf,
  text,
  timestamp,
  uuid4,
} from '#platform/wire';

/** The names of the domain, which queries do not import; what is read does not compile if it has others. */
export const CHANNEL_NAMES = ['stable', 'beta', 'alpha', 'dev'] as const;
export const STATUSES = ['draft', 'published', 'yanked'] as const;
export const VERSION_SCHEMES = ['semver', 'numbers'] as const;
export const MOST_NOTES = 20;
export const MOST_REQUIRED = 20;
const LANGUAGE = /^[A-Za-z]{2,8}(-[0-9A-Za-z]{1,8})*$/;

/** Markdown by language. */
export const notes = () =>
  mapOf(text({ min: 2, max: 35, pattern: LANGUAGE }), text({ min: 1, max: 20_000 }), { max: MOST_NOTES });

export const ReleaseView = object(
  {
    created_at: timestamp(),
    modified_at: nullable(timestamp()),
    id: uuid4(),
    organization_id: uuid4(),
    product_id: uuid4(),
    version: text(),
    version_scheme: oneOf(VERSION_SCHEMES),
    channel: oneOf(CHANNEL_NAMES),
    notes: notes(),
    status: oneOf(STATUSES),
    required_benefit_ids: list(uuid4(), { max: MOST_REQUIRED }),
    rollout_percentage: integer({ ge: 0, le: 100 }),
    published_at: nullable(timestamp()),
    yanked_at: nullable(timestamp()),
    yank_reason: nullable(text()),
    artifacts: integer({ ge: 0 }),
    downloads: integer({ ge: 0 }),
    license_keys: integer({ ge: 0 }),
  },
  'Release',
  {
    ...describeResource('release'),
    product_id: 'The ID of the product that is released.',
    version: { text: 'The version.', example: '3.2.1' },
    version_scheme: 'How versions are written: semantic versions, or numbers as license keys understand them.',
    channel: 'The channel. Whoever gets it also gets those that are more stable.',
    notes: { text: 'What is new, in Markdown, by language.', example: { en: 'Exports PDF.', de: 'Exportiert PDF.' } },
    status: '`draft` until it is published. A `yanked` release is offered to nobody; who names its version still gets it.',
    required_benefit_ids: 'The feature flags that a license key needs to have, all of them.',
    rollout_percentage: 'How many of a hundred devices are offered the release.',
    published_at: 'When it was published, or `null`. Update periods of license keys are compared with it.',
    yanked_at: 'When it was yanked, or `null`.',
    yank_reason: 'Why it was yanked, or `null`. Package managers show it.',
    artifacts: 'How many artifacts it has.',
    downloads: 'How often its files were downloaded.',
    license_keys: 'With how many license keys.',
  },
);
export type ReleaseView = Infer<typeof ReleaseView>;
