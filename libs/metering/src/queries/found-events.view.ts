import { boolean, type Infer, list, nullable, object, text } from '#platform/wire';
import { EventView } from './event.view.ts';

export const FoundEventsView = object(
  { items: list(EventView), next_cursor: nullable(text()), is_complete: boolean() },
  'FoundEvents',
  {
    items: 'The events of this page, latest first.',
    next_cursor: 'The `cursor` with which the search goes on, or `null` if all events were searched.',
    is_complete:
      'Whether the page is full, or all events were searched. If not, as many events as one request reads were searched: continue with `next_cursor`.',
  },
);
export type FoundEventsView = Infer<typeof FoundEventsView>;
