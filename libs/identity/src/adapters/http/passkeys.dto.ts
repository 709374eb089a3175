import { defineRequest, paging } from '#platform/http';
import { LONG_TEXT, LOOKUP_TEXT, SHORT_TEXT } from '#support/texts';
import { defineField, describeFields, isPlainObject, list, object, optional, text, uuid4, strict } from '#platform/wire';

/** The response of a browser that made a passkey, as WebAuthn defines it. Fields that nobody needs are ignored. */
const PasskeyAttestation = object(
  {
    id: text(LOOKUP_TEXT),
    rawId: text(LOOKUP_TEXT),
    type: text(SHORT_TEXT),
    clientExtensionResults: object({}),
    response: object(
      {
        clientDataJSON: text(LONG_TEXT),
        attestationObject: text(LONG_TEXT),
        transports: optional(list(text(SHORT_TEXT), { max: 10 })),
      },
      'PasskeyAttestationStatement',
      {
        clientDataJSON: 'What the browser was asked, as base64url.',
        attestationObject: 'The public key, as base64url.',
        transports: 'How the authenticator is reached.',
      },
    ),
  },
  'PasskeyAttestation',
  {
    id: 'The ID of the passkey, as base64url.',
    rawId: 'The same.',
    type: { text: 'The type of the credential.', example: 'public-key' },
    clientExtensionResults: 'The results of extensions.',
    response: 'What the authenticator made.',
  },
);

export const AddPasskeyRequest = defineRequest({
  body: strict(
    object({ name: text({ min: 1, max: 100 }), credential: PasskeyAttestation }, 'PasskeyCreate', {
      name: { text: 'What the user calls it.', example: 'Laptop' },
      credential: 'The JSON of the credential that the browser made.',
    }),
  ),
});
export const OnePasskeyRequest = defineRequest({ path: describeFields({ id: uuid4() }, { id: 'The ID of the passkey.' }) });
export const ListPasskeysRequest = defineRequest({ query: paging });

/** JSON that WebAuthn defines, and that pages pass on to the browser as it is. */
const webAuthnOptions = defineField<{ readonly [key: string]: unknown }>({
  schema: { type: 'object', additionalProperties: true },
  read: (input) => (isPlainObject(input) ? input : {}),
});

export const PasskeyOptionsView = object({ options: webAuthnOptions }, 'PasskeyOptions', {
  options: 'The options for the browser, as JSON of WebAuthn (`publicKey`). They can be used once, within ten minutes.',
});
