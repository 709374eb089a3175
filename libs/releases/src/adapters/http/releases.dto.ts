import { defineRequest, paging, repeatable } from '#platform/http';
import { withoutBidiControls } from '#support/texts';
import { APPLICATION_VERSION } from '#support/versions';
import {
  blankToNull,
  describeFields,
  describeInput,
  type Infer,
  integer,
  list,
  nullable,
  object,
  oneOf,
  optional,
  strict,
  text,
  timestamp,
  uuid4,
  withDefault,
} from '#platform/wire';
import { CHANNEL_NAMES, MOST_REQUIRED, notes, STATUSES, VERSION_SCHEMES } from '../../queries/release.view.ts';

const texts = describeInput('release');
const path = describeFields({ id: uuid4() }, texts.path);

const required = list(uuid4(), { max: MOST_REQUIRED });
const percentage = integer({ ge: 0, le: 100 });
const BODY = {
  product_id: 'The ID of the product that is released.',
  version: {
    text: 'The version, which a product has once. Versions that are equal, such as 1.0 and 1.0.0, are one.',
    example: '3.2.1',
  },
  version_scheme:
    'How versions are written: semantic versions (`semver`, the default), or numbers as license keys understand them (`numbers`), such as 2026.11 or 3.1b2.',
  channel: 'The channel. Whoever gets it also gets those that are more stable. It changes only while the release is a draft.',
  notes: { text: 'What is new, in Markdown, by language.', example: { en: 'Exports PDF.', de: 'Exportiert PDF.' } },
  required_benefit_ids: 'The feature flags that a license key needs to have, all of them.',
  rollout_percentage:
    'How many of a hundred devices are offered the release. A device that is stays so when the percentage grows.',
};

export const ListReleasesRequest = defineRequest({
  query: {
    ...describeFields(
      {
        organization_id: repeatable(uuid4()),
        product_id: repeatable(uuid4()),
        version: optional(text({ max: 160, pattern: APPLICATION_VERSION })),
        channel: repeatable(oneOf(CHANNEL_NAMES), { choices: 'ReleaseChannel' }),
        status: repeatable(oneOf(STATUSES), { choices: 'ReleaseStatus' }),
      },
      {
        ...texts.filters,
        product_id: 'Returns only releases of these products. Can be repeated.',
        version: { text: 'Returns only releases of this version, or of one that is equal to it.', example: '3.2.1' },
        channel: 'Returns only releases of these channels. Can be repeated.',
        status: 'Returns only releases with one of these statuses. Can be repeated.',
      },
    ),
    ...paging,
  },
});

export const ListReleaseDownloadsRequest = defineRequest({
  query: {
    ...describeFields(
      { organization_id: repeatable(uuid4()), release_id: repeatable(uuid4()), license_key_id: repeatable(uuid4()) },
      {
        organization_id: 'Returns only downloads from these organizations. Can be repeated.',
        release_id: 'Returns only downloads of these releases. Can be repeated.',
        license_key_id: 'Returns only downloads with these license keys. Can be repeated.',
      },
    ),
    ...paging,
  },
});

export const CreateReleaseRequest = defineRequest({
  body: strict(
    object(
      {
        product_id: uuid4(),
        version: text({ min: 1, max: 100 }),
        version_scheme: withDefault(oneOf(VERSION_SCHEMES), () => 'semver' as const),
        channel: withDefault(oneOf(CHANNEL_NAMES), () => 'stable' as const),
        notes: withDefault(notes(), () => ({})),
        required_benefit_ids: withDefault(required, () => []),
        rollout_percentage: withDefault(percentage, () => 100),
      },
      'ReleaseCreate',
      BODY,
    ),
  ),
});

export const UpdateReleaseRequest = defineRequest({
  path,
  body: strict(
    object(
      {
        channel: optional(nullable(oneOf(CHANNEL_NAMES))),
        notes: optional(nullable(notes())),
        required_benefit_ids: optional(nullable(required)),
        rollout_percentage: optional(nullable(percentage)),
      },
      'ReleaseUpdate',
      BODY,
    ),
  ),
});

export const OneReleaseRequest = defineRequest({ path });

export const PublishReleaseRequest = defineRequest({
  path,
  body: withDefault(
    strict(
      object({ published_at: optional(nullable(timestamp())) }, 'ReleasePublish', {
        published_at:
          'When it was published elsewhere before, for a release that is imported: update periods of license keys are compared with it. By default now.',
      }),
    ),
    (): { published_at?: Date | null } => ({}),
  ),
});

export const YankReleaseRequest = defineRequest({
  path,
  body: withDefault(
    strict(
      object({ reason: optional(blankToNull({ max: 500 })) }, 'ReleaseYank', {
        reason: { text: 'Why, for those who have the release. Package managers show it.', example: 'Loses settings.' },
      }),
    ),
    (): { reason?: string | null } => ({}),
  ),
});

type CreateBody = Infer<typeof CreateReleaseRequest.shape.body>;
type UpdateBody = Infer<typeof UpdateReleaseRequest.shape.body>;

/** People read them, and take them for what they see. */
const shownNotes = (given: { readonly [language: string]: string }) =>
  Object.fromEntries(Object.entries(given).map(([language, markdown]) => [language, withoutBidiControls(markdown)]));

export const newRelease = (body: CreateBody) => ({
  productId: body.product_id,
  version: body.version,
  versionScheme: body.version_scheme,
  channel: body.channel,
  notes: shownNotes(body.notes),
  requiredBenefitIds: body.required_benefit_ids,
  rolloutPercentage: body.rollout_percentage,
});

/** Fields that are `null` stay as they are. */
export const releaseChanges = (body: UpdateBody) => ({
  channel: body.channel ?? undefined,
  notes: body.notes ? shownNotes(body.notes) : undefined,
  requiredBenefitIds: body.required_benefit_ids ?? undefined,
  rolloutPercentage: body.rollout_percentage ?? undefined,
});
