import { boolean, describeResource, type Infer, nullable, object, oneOf, text, timestamp, uuid4 } from '#platform/wire';

const NoteAuthorView = object({ type: oneOf(['user', 'organization']), id: uuid4() }, 'NoteAuthor', {
  type: 'A `user`, or the `organization` with an access token of its own.',
  id: 'The ID of the user or organization.',
});

export const NoteView = object(
  {
    created_at: timestamp(),
    modified_at: nullable(timestamp()),
    id: uuid4(),
    organization_id: uuid4(),
    customer_id: uuid4(),
    license_key_id: nullable(uuid4()),
    order_id: nullable(uuid4()),
    author: NoteAuthorView,
    text: text(),
    is_pinned: boolean(),
  },
  'Note',
  {
    ...describeResource('note'),
    customer_id: 'The ID of the customer that it is about, or who had the license key or the order when it was written.',
    license_key_id: 'The ID of the license key that it is about, or `null`.',
    order_id: 'The ID of the order that it is about, or `null`.',
    author: 'Who wrote it.',
    text: { text: 'What it says, as plain text.', example: 'Wants an invoice in September.' },
    is_pinned: 'Whether it is shown before others.',
  },
);
export type NoteView = Infer<typeof NoteView>;
