import { AuditEntryView } from '#audit/contract';
import { describeResource, type Infer, list, LOOKUP_TEXT, nullable, object, oneOf, text, timestamp, uuid4 } from '#platform/wire';

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

const TimelineActivationView = object({ label: text(), deactivated_at: nullable(timestamp()) }, 'LicenseKeyTimelineActivation', {
  label: 'The label of the activation.',
  deactivated_at: 'When it was deactivated, or `null` if it was not.',
});

const TimelineItemView = object(
  {
    id: uuid4(),
    created_at: timestamp(),
    type: oneOf(['change', 'activation']),
    change: nullable(TimelineChangeView),
    activation: nullable(TimelineActivationView),
  },
  'LicenseKeyTimelineItem',
  {
    ...describeResource('entry of the audit log, or of the activation'),
    created_at: 'When it happened.',
    type: 'Whether the license key was changed or activated.',
    change: 'What was changed, of an item of the type `change`.',
    activation: 'What was activated, of an item of the type `activation`.',
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
