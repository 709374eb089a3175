import { LOOKUP_TEXT } from '#support/texts';
import { defineRequest } from '#platform/http';
import {
  defineField,
  described,
  type Field,
  type Infer,
  list,
  nullable,
  object,
  optional,
  strict,
  text,
  uuid4,
  withDefault,
} from '#platform/wire';

const reason = text({ min: 1, max: 500 });
const REASON = { text: 'Why, for the audit log.', example: 'The importer sent last week twice.' };

export const VoidEventRequest = defineRequest({
  path: { id: described(uuid4(), 'The ID of the event.') },
  body: strict(object({ reason }, 'EventVoid', { reason: REASON })),
});

/** Events that are voided in one transaction. */
const MAX_VOIDED = 1_000;

const NamedEvents = strict(
  object(
    {
      ids: withDefault(list(uuid4(), { max: MAX_VOIDED }), () => []),
      external_ids: withDefault(list(text(LOOKUP_TEXT), { max: MAX_VOIDED }), () => []),
      organization_id: optional(nullable(uuid4())),
      reason,
    },
    'EventsVoid',
    {
      ids: 'The IDs of the events.',
      external_ids: { text: 'Your own IDs of the events.', example: ['request-4711'] },
      organization_id:
        'The ID of the organization. Required with a personal access token, unless `Polar-Organization` names the organization.',
      reason: REASON,
    },
  ),
);

const NamedEventsInRange: Field<Infer<typeof NamedEvents>> = defineField({
  ...NamedEvents,
  read: (input, issues) => {
    const before = issues.length;
    const body = NamedEvents.read(input, issues);
    if (issues.length > before) return body;
    const named = body.ids.length + body.external_ids.length;
    if (named >= 1 && named <= MAX_VOIDED) return body;
    issues.push({ loc: [], type: 'value_error', msg: `Value error, name 1 to ${MAX_VOIDED} events.`, input, ctx: { error: {} } });
    return body;
  },
});

export const VoidEventsRequest = defineRequest({ body: NamedEventsInRange });
