import 'reflect-metadata';

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { OpenAPIObject } from '@nestjs/swagger';
import { API_VERSIONS, type ApiVersion, FIRST_API_VERSION } from '#support/api-versions';
import { openApiDocument } from './open-api-document.ts';

/**
 * Writes the OpenAPI document of each version to a file, for linters and generators of clients; or, with a folder, the pages of the
 * reference into it, made from the documents and the shell that the pages were built with.
 */
const [folder] = process.argv.slice(2);
const documents = new Map<ApiVersion, OpenAPIObject>();
for (const version of API_VERSIONS) documents.set(version, await openApiDocument(version));
if (folder === undefined) {
  for (const [version, document] of documents) {
    const name = version === FIRST_API_VERSION ? 'openapi.json' : `openapi-${version}.json`;
    writeFileSync(name, JSON.stringify(document, null, 2));
  }
} else {
  const { referenceFiles } = await import('./reference/reference.ts');
  for (const [name, text] of await referenceFiles(documents, readFileSync('dist/web/reference.html', 'utf8'))) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}
