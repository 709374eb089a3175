import { defineRequest, paging } from '#platform/http';
import { cursor, described, optional, uuid4 } from '#platform/wire';

export const timelineOf = (what: 'customer' | 'license key' | 'order' | 'subscription') =>
  defineRequest(
    {
      path: { id: described(uuid4(), `The ID of the ${what}.`) },
      query: { cursor: described(optional(cursor()), 'The `next_cursor` of the page before.'), limit: paging.limit },
    },
    { countsAll: false },
  );
