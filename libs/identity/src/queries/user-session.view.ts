import { boolean, describeFields, type Infer, list, nullable, object, oneOf, text, timestamp, uuid4 } from '#platform/wire';

export const SIGN_IN_METHODS = ['email_code', 'password', 'passkey', 'single_sign_on', 'totp', 'recovery_code'] as const;

export const UserSessionView = object(
  describeFields(
    {
      id: uuid4(),
      created_at: timestamp(),
      modified_at: nullable(timestamp()),
      methods: list(oneOf(SIGN_IN_METHODS)),
      authenticated_at: timestamp(),
      expires_at: timestamp(),
      last_used_at: timestamp(),
      user_agent: nullable(text()),
      address: nullable(text()),
      is_current: boolean(),
    },
    {
      id: 'The ID of the session.',
      created_at: 'When the session began.',
      modified_at: 'Always `null`: sessions are not changed.',
      methods: 'How the user proved who they are.',
      authenticated_at: 'When the user signed in.',
      expires_at: 'When the session ends at the latest. It ends earlier if it is not used for seven days.',
      last_used_at: 'When the session was last used. Up to a minute old.',
      user_agent: { text: 'The `User-Agent` of the sign-in.', example: 'Mozilla/5.0 (X11; Linux x86_64)' },
      address: { text: 'The IP address of the sign-in.', example: '203.0.113.7' },
      is_current: 'Whether it is the session of the request.',
    },
  ),
  'UserSession',
);
export type UserSessionView = Infer<typeof UserSessionView>;
