import { describeResource, type Infer, list, LOOKUP_TEXT, nullable, object, text } from '#platform/wire';
import { AuditEntryView } from '../contract/audit-entry.view.ts';

const { id, created_at, operation, action, actor, resource, changes } = AuditEntryView.fields;

const CustomerTimelineItemView = object(
  {
    id,
    created_at,
    operation,
    action,
    actor: object({ type: actor.fields.type, id: actor.fields.id }, 'CustomerTimelineActor', {
      type: 'Who made the change, as in the audit log.',
      id: 'The ID of the user, organization, customer or member.',
    }),
    resource,
    changes,
  },
  'CustomerTimelineItem',
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
export type CustomerTimelineItemView = Infer<typeof CustomerTimelineItemView>;

export const CustomerTimelineView = object(
  { items: list(CustomerTimelineItemView), next_cursor: nullable(text(LOOKUP_TEXT)) },
  'CustomerTimeline',
  {
    items: 'What was changed of the customer and of what belongs to it, newest first.',
    next_cursor: 'The `cursor` of the next page, or `null` if this is the last one.',
  },
);
export type CustomerTimelineView = Infer<typeof CustomerTimelineView>;
