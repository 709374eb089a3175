import type { OpenAPIObject } from '@nestjs/swagger';
import { isExtension, type SentEventType, resourceOf, SCHEMAS_OF_RESOURCES, WEBHOOK_KINDS } from '#webhooks/contract';
import { WEBHOOK_DETAILS } from '#webhooks/views';
import { exampleOf, type Schema, type Schemas } from './open-api-examples.ts';

const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

/** The same object with more properties. */
const extended = ({ properties, required = [], ...schema }: Schema, more: { readonly [name: string]: Schema }): Schema => ({
  ...schema,
  properties: { ...properties, ...more },
  required: [...required, ...Object.keys(more)],
});

/** Schemas that only events have: license keys without the key itself, and benefit grants with a field of the reference API. */
function ownSchemas({ LicenseKeyRead, BenefitGrant }: Schemas): Schemas {
  const { key: _key, ...properties } = LicenseKeyRead!.properties!;
  const former = { type: 'null', description: 'Always `null`: former properties are not stored.' };
  return {
    AnnouncedLicenseKey: { ...LicenseKeyRead!, properties, required: LicenseKeyRead!.required!.filter((name) => name !== 'key') },
    BenefitGrantWebhook: extended(BenefitGrant!, { previous_properties: former }),
  };
}

/** The names of the schemas that the data of a kind have; none if they are what happened. */
export function resourceSchemasOf(kind: SentEventType): readonly string[] {
  const resource = resourceOf(kind);
  return resource === 'happened' ? [] : SCHEMAS_OF_RESOURCES[resource];
}

const OBJECT: Schema = { type: 'object' };
const ID = { type: 'string', format: 'uuid4', description: 'The ID of what the event is about.' };

function dataOf(kind: SentEventType, schemas: Schemas): Schema {
  const fields = (WEBHOOK_DETAILS as Partial<Record<string, { readonly [name: string]: { readonly schema: Schema } }>>)[kind];
  const details = fields && Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema]));
  const [name, ...others] = resourceSchemasOf(kind);
  if (name === undefined) return extended(OBJECT, { id: ID, ...details });
  if (details) return extended(schemas[name]!, details);
  return others.length === 0 ? ref(name) : { oneOf: [name, ...others].map(ref) };
}

const CHANGES: Schema = {
  type: 'object',
  additionalProperties: ref('AuditFieldChange'),
  description: 'The former and the present value of each changed field. Empty for what the audit log does not have.',
  examples: [{}],
};
const ACTOR: Schema = {
  anyOf: [ref('AuditActor'), { type: 'null' }],
  description: 'Who caused it, or `null` for what the audit log does not have.',
};

function payloadOf(kind: SentEventType, version: string, schemas: Schemas): Schema {
  const isResource = resourceOf(kind) !== 'happened';
  const isOwn = isExtension(kind);
  const data = dataOf(kind, schemas);
  const description = isResource ? 'The resource as it was when the event was published.' : 'What happened.';
  return extended(OBJECT, {
    type: { const: kind, description: 'The kind of the event.' },
    timestamp: { type: 'string', format: 'date-time', description: 'When the change was made.' },
    api_version: { const: version, description: 'The version of the API whose shape `data` has.' },
    data: data.$ref ? { allOf: [data], description } : { ...data, description },
    ...(isResource && isOwn ? { changes: CHANGES } : {}),
    ...(isOwn ? { actor: ACTOR } : {}),
  });
}

/** `WebhookOrderPaidPayload`, as in the reference API. */
const nameOf = (kind: string): string =>
  `Webhook${kind.replace(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())}Payload`;

/** Adds the requests that endpoints get, with an example of each. */
export function addWebhooks({ components, ...document }: OpenAPIObject): OpenAPIObject {
  const described = components!.schemas as unknown as Schemas;
  const schemas = { ...described, ...ownSchemas(described) };
  const kinds = Object.keys(WEBHOOK_KINDS) as SentEventType[];
  const payloads = Object.fromEntries(kinds.map((kind) => [nameOf(kind), payloadOf(kind, document.info.version, schemas)]));
  const webhook = (kind: SentEventType) => ({
    operationId: `webhook.${kind}`,
    summary: kind,
    description: WEBHOOK_KINDS[kind].when,
    'x-since': WEBHOOK_KINDS[kind].since,
    tags: ['webhooks'],
    security: [],
    requestBody: {
      required: true,
      content: { 'application/json': { schema: ref(nameOf(kind)), example: exampleOf(payloads[nameOf(kind)]!, schemas) } },
    },
    responses: { '2XX': { description: 'The event was taken.' } },
  });
  return {
    ...document,
    webhooks: Object.fromEntries(kinds.map((kind) => [kind, { post: webhook(kind) }])) as never,
    components: { ...components, schemas: { ...schemas, ...payloads } as never },
  };
}
