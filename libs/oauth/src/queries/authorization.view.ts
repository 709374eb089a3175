import { describeFields, type Infer, list, nullable, object, text, timestamp, uuid4 } from '#platform/wire';

export const AuthorizationView = object(
  describeFields(
    {
      id: text(),
      created_at: timestamp(),
      client_id: text(),
      client_name: text(),
      client_uri: nullable(text()),
      scopes: list(text()),
      organization_ids: nullable(list(uuid4())),
      expires_at: timestamp(),
    },
    {
      id: { text: 'The ID of the authorization.', example: '3f0b4b9a-6a1e-4c5e-8a51-0d3f4bb7a001' },
      created_at: 'When the user allowed it.',
      client_id: { text: 'The ID of the application.', example: 'latchkey_ci_demo' },
      client_name: { text: 'What the application calls itself.', example: 'Acme Reports' },
      client_uri: 'The page of the application, if it has said which it is.',
      scopes: { text: 'What the application may do.', example: ['openid', 'license_keys:read'] },
      organization_ids: 'The organizations in which it may act, or `null` for all that the user belongs to.',
      expires_at: 'When the authorization ends by itself.',
    },
  ),
  'Authorization',
);
export type AuthorizationView = Infer<typeof AuthorizationView>;
