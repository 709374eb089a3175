import { ValidationFailed } from '#kernel';
import { defineRequest, paging, repeatable } from '#platform/http';
import {
  boolean,
  describeFields,
  describeInput,
  type Infer,
  nullable,
  object,
  optional,
  strict,
  text,
  trimmed,
  uuid4,
  withDefault,
} from '#platform/wire';
import type { NoteSubject } from '../../commands/add-note.ts';

const texts = describeInput('note');
const path = describeFields({ id: uuid4() }, texts.path);

const noteText = trimmed({ min: 1, max: 5_000 });
const subject = optional(nullable(uuid4()));
const ONE_SUBJECT = 'Exactly one of `customer_id`, `license_key_id` and `order_id` is required.';
const DETAILS = {
  text: {
    text: 'What it says, as plain text with lines and tabs. Other control characters are refused.',
    example: 'Wants an invoice in September.',
  },
  is_pinned: 'Whether it is shown before others.',
};

export const ListNotesRequest = defineRequest({
  query: {
    ...describeFields(
      {
        organization_id: repeatable(uuid4()),
        customer_id: repeatable(uuid4()),
        license_key_id: repeatable(uuid4()),
        order_id: repeatable(uuid4()),
        query: optional(text({ max: 255 })),
      },
      {
        ...texts.filters,
        customer_id: 'Returns only notes about these customers, and about their license keys and orders. Can be repeated.',
        license_key_id: 'Returns only notes about these license keys. Can be repeated.',
        order_id: 'Returns only notes about these orders. Can be repeated.',
        query: {
          text: 'Returns only notes with all of these words, or with words that begin so, in any case.',
          example: 'invoice september',
        },
      },
    ),
    ...paging,
  },
});

export const OneNoteRequest = defineRequest({ path });

export const AddNoteRequest = defineRequest({
  body: strict(
    object(
      {
        customer_id: subject,
        license_key_id: subject,
        order_id: subject,
        text: noteText,
        is_pinned: withDefault(boolean(), () => false),
      },
      'NoteCreate',
      {
        customer_id: `The ID of the customer that it is about. ${ONE_SUBJECT}`,
        license_key_id: `The ID of the license key that it is about. ${ONE_SUBJECT}`,
        order_id: `The ID of the order that it is about. ${ONE_SUBJECT}`,
        ...DETAILS,
      },
    ),
  ),
});

export const ChangeNoteRequest = defineRequest({
  path,
  body: strict(object({ text: optional(nullable(noteText)), is_pinned: optional(nullable(boolean())) }, 'NoteUpdate', DETAILS)),
});

type Subjects = Pick<Infer<typeof AddNoteRequest.shape.body>, 'customer_id' | 'license_key_id' | 'order_id'>;

/** Throws `ValidationFailed` unless exactly one is given. */
export function subjectOf({ customer_id, license_key_id, order_id }: Subjects): NoteSubject {
  const [given, another] = [
    ...(customer_id ? [{ customerId: customer_id }] : []),
    ...(license_key_id ? [{ licenseKeyId: license_key_id }] : []),
    ...(order_id ? [{ orderId: order_id }] : []),
  ];
  if (!given || another) throw ValidationFailed.at([], ONE_SUBJECT.replaceAll('`', ''), undefined);
  return given;
}
