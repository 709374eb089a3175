import { defineRequest, type InputOf } from '#platform/http';
import { LONG_TEXT, LOOKUP_TEXT, SHORT_TEXT } from '#support/texts';
import {
  describeFields,
  email,
  nullable,
  object,
  oneOf,
  optional,
  text,
  timestamp,
  unionByKey,
  uuid4,
  list,
  strict,
} from '#platform/wire';

const EMAIL = { text: 'The e-mail address of the user.', example: 'ada@example.com' };

export const RequestUserSignInRequest = defineRequest({
  body: strict(object({ email: email() }, 'UserSignInRequest', { email: EMAIL })),
});

/** The response of a browser to a request for a signature by a passkey, as WebAuthn defines it. Fields that nobody needs are ignored. */
const PasskeyAssertion = object(
  {
    id: text(LOOKUP_TEXT),
    rawId: text(LOOKUP_TEXT),
    type: text(SHORT_TEXT),
    clientExtensionResults: object({}),
    response: object(
      {
        clientDataJSON: text(LONG_TEXT),
        authenticatorData: text(LONG_TEXT),
        signature: text(LONG_TEXT),
        userHandle: optional(nullable(text(LOOKUP_TEXT))),
      },
      'PasskeyAssertionSignature',
      {
        clientDataJSON: 'What was signed, as base64url.',
        authenticatorData: 'What the authenticator says about itself, as base64url.',
        signature: 'The signature, as base64url.',
        userHandle: 'The user, as the passkey knows it.',
      },
    ),
  },
  'PasskeyAssertion',
  {
    id: 'The ID of the passkey, as base64url.',
    rawId: 'The same.',
    type: { text: 'The type of the credential.', example: 'public-key' },
    clientExtensionResults: 'The results of extensions.',
    response: 'The signature.',
  },
);

const byCode = strict(
  object({ email: email(), code: text({ max: 255 }) }, 'UserSignInByCode', {
    email: EMAIL,
    code: { text: 'The code from the e-mail.', example: 'K7QM-R2X9TB' },
  }),
);
const byPassword = strict(
  object({ email: email(), password: text(LOOKUP_TEXT) }, 'UserSignInByPassword', {
    email: EMAIL,
    password: { text: 'The password of the user.', example: 'correct horse battery staple' },
  }),
);
const byPasskey = strict(
  object({ passkey: PasskeyAssertion }, 'UserSignInByPasskey', {
    passkey: 'The JSON of the credential that the browser returned.',
  }),
);

export const AuthenticateUserRequest = defineRequest({
  body: unionByKey('passkey', byPasskey, unionByKey('password', byPassword, byCode)),
});
type AuthenticateBody = InputOf<typeof AuthenticateUserRequest>['body'];

/** Whom a proof is about: its attempts are counted together. */
export const subjectOf = (body: AuthenticateBody): string =>
  'passkey' in body ? `passkey ${body.passkey.id}` : userOf(body.email);
export const userOf = (address: string): string => `user ${address.toLowerCase()}`;

const token = { token: text(LOOKUP_TEXT) };
const TOKEN = { token: 'The `token` of the second factor in the response to the sign-in.' };
const byTotp = strict(
  object({ ...token, code: text(SHORT_TEXT) }, 'UserSecondFactorByApp', {
    ...TOKEN,
    code: { text: 'The code that the authenticator app shows.', example: '287082' },
  }),
);
const byRecoveryCode = strict(
  object({ ...token, recovery_code: text(SHORT_TEXT) }, 'UserSecondFactorByRecoveryCode', {
    ...TOKEN,
    recovery_code: { text: 'One of the recovery codes.', example: 'K7QM-R2X9-TB4N-0V6C' },
  }),
);

export const VerifySecondFactorRequest = defineRequest({ body: unionByKey('recovery_code', byRecoveryCode, byTotp) });

export const OpenedUserSessionView = object(
  { session_id: uuid4(), token: text(), user_id: uuid4(), email: text(), expires_at: timestamp() },
  'OpenedUserSession',
  {
    session_id: 'The ID of the session.',
    token: {
      text: 'The token of the session, for the header `Authorization`. No other response contains it.',
      example: 'latchkey_us_…',
    },
    user_id: 'The ID of the user.',
    email: EMAIL,
    expires_at: 'When the session ends at the latest. It ends earlier if it is not used for seven days.',
  },
);

export const SignInOutcomeView = object(
  {
    session: nullable(OpenedUserSessionView),
    second_factor: nullable(
      object(
        describeFields(
          { token: text(), methods: list(oneOf(['totp', 'recovery_code'])), expires_at: timestamp() },
          {
            token: 'For the request with the second factor. It permits nothing else.',
            methods: 'What the user can present.',
            expires_at: 'Until when the second factor can be presented.',
          },
        ),
        'UserSecondFactorDemand',
      ),
    ),
  },
  'UserSignInOutcome',
  {
    session: 'The new session, or `null` if a second factor is needed.',
    second_factor: 'What is needed for a session, or `null` if there is one.',
  },
);
