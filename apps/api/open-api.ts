import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { hoistComponents } from '#platform/http';

const DESCRIPTION = `A self-hosted licensing service. Bodies are JSON; lists take \`page\`, \`limit\` and \`sorting\`. Every answer carries
\`X-Request-Id\` and \`Polar-Version\`; \`Polar-Organization\` narrows a personal access token to one organization.`;

/** The OpenAPI 3.1 document, made from the controllers and their shapes. */
export function describeApi(app: INestApplication, baseUrl: string): OpenAPIObject {
  const outline = new DocumentBuilder()
    .setTitle('Latchkey')
    .setDescription(DESCRIPTION)
    .setVersion('2026-04')
    .setOpenAPIVersion('3.1.0')
    .addServer(baseUrl)
    .addSecurity('oat', { type: 'http', scheme: 'bearer', description: 'Organization access token' })
    .addSecurity('pat', { type: 'http', scheme: 'bearer', description: 'Personal access token' })
    .build();
  return hoistComponents(SwaggerModule.createDocument(app, outline));
}

/** Pages for people at `/docs`, the document for machines at `/openapi.json`. */
export function serveOpenApi(app: INestApplication, baseUrl: string): void {
  SwaggerModule.setup('docs', app, () => describeApi(app, baseUrl), {
    jsonDocumentUrl: 'openapi.json',
    yamlDocumentUrl: 'openapi.yaml',
  });
}
