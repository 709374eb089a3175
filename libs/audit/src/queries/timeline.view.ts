import { LOOKUP_TEXT } from '#support/texts';
import { describeResource, type Infer, list, nullable, object, text } from '#platform/wire';
import { AuditEntryView, type AuditLogPageView } from './audit-entry.view.ts';

const { id, created_at, operation, action, actor, resource, changes } = AuditEntryView.fields;

const TimelineEntryView = object(
  {
    id,
    created_at,
    operation,
    action,
    actor: object({ type: actor.fields.type, id: actor.fields.id }, 'TimelineActor', {
      type: 'Who made the change, as in the audit log.',
      id: 'The ID of the user, organization, customer or member.',
    }),
    resource,
    changes,
  },
  'TimelineEntry',
  {
    ...describeResource('entry of the audit log'),
    created_at: 'When the change was made.',
    operation: 'What was done, as in the audit log.',
    action: 'What became of the resource.',
    actor: 'Who made the change.',
    resource: 'What was changed.',
    changes: 'The fields that changed, with their values before and after; `null` if the values were erased or are not kept.',
  },
);
type TimelineEntryView = Infer<typeof TimelineEntryView>;

export const TimelineView = object({ items: list(TimelineEntryView), next_cursor: nullable(text(LOOKUP_TEXT)) }, 'Timeline', {
  items: 'What was changed, newest first.',
  next_cursor: 'The `cursor` of the next page, or `null` if this is the last one.',
});
export type TimelineView = Infer<typeof TimelineView>;

/** Without addresses, requests and credentials, which only readers of the audit log see. */
const toEntry = (entry: AuditEntryView): TimelineEntryView => ({
  id: entry.id,
  created_at: entry.created_at,
  operation: entry.operation,
  action: entry.action,
  actor: { type: entry.actor.type, id: entry.actor.id },
  resource: entry.resource,
  changes: entry.changes,
});

export const toTimeline = ({ items, next_cursor }: AuditLogPageView): TimelineView => ({
  items: items.map(toEntry),
  next_cursor,
});
