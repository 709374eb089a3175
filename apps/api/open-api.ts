import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { hoistComponents } from '#platform/http';
import { completeOperations } from './open-api-operations.ts';

const DESCRIPTION = `A self-hosted licensing service: license keys with activations and usage, customers, benefits.

- Bodies are JSON. Unknown fields are ignored, times are UTC with milliseconds, paths work with and without a closing slash.
- Lists take \`page\`, \`limit\` (at most 100) and, where it is named, \`sorting\` (several; a leading \`-\` is descending).
- \`Polar-Version: 2026-04\` is the only version and may be left out. Your own \`X-Request-Id\` is used if it is sane.
- A 422 names everything that is wrong with a request: its first 100 problems, in at most 64 KiB.
- Any operation may also answer 405, 413, 415 or 503 (with \`Retry-After\`) in the form \`{error, detail}\`.
- Operations that know a 429 tell in \`RateLimit\` and \`RateLimit-Policy\` how often they still answer.
- For machines: [openapi.json](/openapi.json), [openapi.yaml](/openapi.yaml).`;

const TAGS = {
  license_keys: "For the seller's own servers: issue, read, change and present license keys.",
  customer_portal: "For applications in the customer's hands: by a session, or for license keys by the key itself.",
  customer_sessions: 'Sellers let their customers into the portal.',
  customers: 'Who holds license keys; also under the ids of your own system.',
  members: 'Who acts for a customer; also under the ids of your own system.',
  products: 'What is sold: once or by subscription, at which prices, with which benefits.',
  benefits: 'What customers get, and on which terms keys are issued.',
  subscriptions: 'What customers have for as long as it is paid. The sale itself happens elsewhere.',
  orders: 'What customers bought once.',
  customer_seats: 'Who has a seat of what was bought by seats: assigned, claimed by invitation, revoked.',
  benefit_grants: 'Who has which benefit, and through which purchase.',
  custom_fields: 'What sellers want to know of whoever buys; attached to products.',
  meters: 'What is counted of the events, and how.',
  events: 'What customers did, as the seller tells it.',
  customer_meters: 'What each customer has used and has left of each meter.',
  files: 'Pictures of products and sellers. Announced, sent in parts, completed; then everyone can see them.',
  organizations: 'The sellers.',
  organization_access_tokens: 'Tokens of an organization. Managed by owners and admins with a personal access token.',
  personal_access_tokens: "A user's own tokens.",
  health: 'Signs of life, for load balancers.',
};

/** The OpenAPI 3.1 document, made from the controllers and their shapes. */
export function describeApi(app: INestApplication, baseUrl: string): OpenAPIObject {
  const outline = new DocumentBuilder()
    .setTitle('Latchkey')
    .setDescription(DESCRIPTION)
    .setVersion('2026-04')
    .setOpenAPIVersion('3.1.0')
    .addServer(baseUrl)
    .addSecurity('oat', { type: 'http', scheme: 'bearer', description: 'Organization access token: `latchkey_oat_…`' })
    .addSecurity('pat', { type: 'http', scheme: 'bearer', description: 'Personal access token: `latchkey_pat_…`' })
    .addSecurity('customer_session', { type: 'http', scheme: 'bearer', description: 'Customer session: `latchkey_cst_…`' })
    .addSecurity('member_session', { type: 'http', scheme: 'bearer', description: 'Member session: `latchkey_mst_…`' });
  for (const [tag, description] of Object.entries(TAGS)) outline.addTag(tag, description);
  const { info, ...document } = SwaggerModule.createDocument(app, outline.build(), {
    operationIdFactory: (_controller, method) => method,
  });
  const { contact: _nobody, ...about } = info;
  return hoistComponents(completeOperations({ ...document, info: about }));
}

/** Pages for people at `/docs`, the document for machines at `/openapi.json` and `/openapi.yaml`. */
export function serveOpenApi(app: INestApplication, baseUrl: string): void {
  SwaggerModule.setup('docs', app, () => describeApi(app, baseUrl), {
    jsonDocumentUrl: 'openapi.json',
    yamlDocumentUrl: 'openapi.yaml',
    customSiteTitle: 'Latchkey API',
    customCss: '.swagger-ui .topbar { display: none }',
    swaggerOptions: { persistAuthorization: true, displayRequestDuration: true, defaultModelsExpandDepth: 0 },
  });
}
