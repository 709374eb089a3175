import { describeFields, describeResource, type Infer, nullable, object, text, timestamp, uuid4 } from '#platform/wire';

export const PasskeyView = object(
  describeFields(
    {
      id: uuid4(),
      created_at: timestamp(),
      modified_at: nullable(timestamp()),
      name: text(),
      last_used_at: nullable(timestamp()),
    },
    {
      ...describeResource('passkey'),
      name: { text: 'What the user calls it.', example: 'Laptop' },
      last_used_at: 'When the user last signed in with it, or `null`.',
    },
  ),
  'Passkey',
);
export type PasskeyView = Infer<typeof PasskeyView>;
