import { LOOKUP_TEXT, SHORT_TEXT } from '#support/texts';
import { describeResource, type Infer, integer, list, nullable, object, oneOf, text, timestamp, uuid4 } from '#platform/wire';
import { AuditEntryView } from './audit-entry.view.ts';

const { operation, action, changes, actor } = AuditEntryView.fields;

const TimelineActorView = object({ type: actor.fields.type, id: actor.fields.id }, 'LicenseKeyTimelineActor', {
  type: 'Who made the change, as in the audit log.',
  id: 'The ID of the user, organization, customer or member.',
});

const TimelineChangeView = object({ operation, action, actor: TimelineActorView, changes }, 'LicenseKeyTimelineChange', {
  operation: 'What was done, as in the audit log.',
  action: 'What became of the license key.',
  actor: 'Who made the change.',
  changes: 'The fields that changed, with their values before and after; `null` if the values were erased or are not kept.',
});

const TimelineActivationView = object(
  {
    label: text(),
    deactivated_at: nullable(timestamp()),
    leased_until: nullable(timestamp()),
    removed_by: nullable(TimelineActorView),
    reason: nullable(text(SHORT_TEXT)),
  },
  'LicenseKeyTimelineActivation',
  {
    label: 'The label of the activation.',
    deactivated_at: 'When it was deactivated, or `null` if it was not.',
    leased_until: 'Until when the activation is leased, of an item of the type `lease`, `lease_end` or `place_end`.',
    removed_by:
      'Who removed it, of an item of the type `deactivation`; `null` if that was the application or the service, or is not kept.',
    reason: {
      text: 'Why the seller ended the place that the lease held, of an item of the type `place_end`; else `null`.',
      example: 'The notebook was stolen.',
    },
  },
);

const TimelineRefusalView = object(
  { operation: oneOf(['activate', 'validate', 'heartbeat', 'lease']), code: text(SHORT_TEXT), count: integer() },
  'LicenseKeyTimelineRefusal',
  {
    operation: 'What an application wanted to do.',
    code: { text: 'The code that it got, as `License-Code`.', example: 'ACTIVATION_LIMIT_REACHED' },
    count: 'How often this operation was refused with this code, the last time at `created_at`.',
  },
);

const TYPES = ['change', 'activation', 'deactivation', 'lease', 'lease_end', 'place_end', 'refusal'] as const;

const TimelineItemView = object(
  {
    id: uuid4(),
    created_at: timestamp(),
    type: oneOf(TYPES),
    change: nullable(TimelineChangeView),
    activation: nullable(TimelineActivationView),
    refusal: nullable(TimelineRefusalView),
  },
  'LicenseKeyTimelineItem',
  {
    ...describeResource('entry of the audit log, of the activation, of the lease, or of the refusal'),
    created_at: 'When it happened.',
    type: 'What happened. A `lease` is the last one of its activation; a `refusal` counts all of its operation and code.',
    change: 'What was changed, of an item of the type `change`.',
    activation: 'The activation, of an item of the type `activation`, `deactivation`, `lease`, `lease_end` or `place_end`.',
    refusal: 'What was refused, of an item of the type `refusal`.',
  },
);
export type TimelineItemView = Infer<typeof TimelineItemView>;

export const LicenseKeyTimelineView = object(
  { items: list(TimelineItemView), next_cursor: nullable(text(LOOKUP_TEXT)) },
  'LicenseKeyTimeline',
  {
    items: 'What happened to the license key, newest first.',
    next_cursor: 'The `cursor` of the next page, or `null` if this is the last one.',
  },
);
export type LicenseKeyTimelineView = Infer<typeof LicenseKeyTimelineView>;
