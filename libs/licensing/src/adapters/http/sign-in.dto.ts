import { defineRequest, paging, repeatable } from '#platform/http';
import { LOOKUP_TEXT, SHORT_TEXT } from '#support/texts';
import { boolean, describeFields, describeInput, list, nullable, object, optional, strict, text, uuid4 } from '#platform/wire';

const texts = describeInput('client');
const MAX_BENEFITS = 100;

export const CreateSignInClientRequest = defineRequest({
  body: strict(
    object(
      {
        name: text({ min: 1, ...SHORT_TEXT }),
        benefit_ids: list(uuid4(), { min: 1, max: MAX_BENEFITS }),
        organization_id: optional(nullable(uuid4())),
      },
      'SignInClientCreate',
      {
        ...texts.body,
        name: {
          text: 'The name of the application, which customers read before they allow it to sign them in.',
          example: 'Atlas',
        },
        benefit_ids: 'The IDs of the `license_keys` benefits whose license keys the application finds.',
      },
    ),
  ),
});

export const OneSignInClientRequest = defineRequest({ path: describeFields({ id: uuid4() }, texts.path) });

export const ListSignInClientsRequest = defineRequest({
  query: { ...describeFields({ organization_id: repeatable(uuid4()) }, texts.filters), ...paging },
});

const organization_id = 'The ID of the organization that has registered the application.';

export const BeginDeviceSignInRequest = defineRequest({
  body: strict(
    object({ organization_id: uuid4(), client_id: uuid4() }, 'DeviceSignInStart', {
      organization_id,
      client_id: 'The ID of the application (`POST /v1/sign-in-clients/`).',
    }),
  ),
});

export const AskDeviceSignInRequest = defineRequest({
  body: strict(
    object(
      {
        organization_id: uuid4(),
        device_code: text(LOOKUP_TEXT),
        benefit_ids: optional(nullable(list(uuid4(), { min: 1, max: MAX_BENEFITS }))),
      },
      'DeviceSignInAsk',
      {
        organization_id,
        device_code: { text: 'The code of the application.', example: 'hT2nq0p1a1Yk5cFMbXvVqZ0t3XhG6Jb8m9QwE4rT7uI' },
        benefit_ids: 'Finds only license keys of these benefits, of those for which the application is registered.',
      },
    ),
  ),
});

const path = describeFields(
  { user_code: text(LOOKUP_TEXT) },
  { user_code: { text: 'The code that the application shows, however it is typed.', example: 'K7QM-R2X9' } },
);

export const GetAskedSignInRequest = defineRequest({ path });

export const DecideDeviceSignInRequest = defineRequest({
  path,
  body: strict(
    object({ allow: boolean() }, 'CustomerDeviceSignInDecision', {
      allow: 'Whether the application may find the license keys of the customer, for ten minutes after it began.',
    }),
  ),
});
