import 'reflect-metadata';

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { OpenAPIObject } from '@nestjs/swagger';
import { dump } from 'js-yaml';
import { API_VERSIONS, type ApiVersion } from '#support/api-versions';
import { documentName } from '../api/reference-pages.ts';
import { openApiDocument } from './open-api-document.ts';
import { BASE_URL } from './reference/samples/sample-request.ts';

/**
 * Writes the OpenAPI document of each version to a file, for linters and generators of clients; or, with a folder, what the API serves into it:
 * the documents, and the pages of the reference, made from the documents and the shell that the pages were built with.
 */
const [folder] = process.argv.slice(2);
const documents = new Map<ApiVersion, OpenAPIObject>();
for (const version of API_VERSIONS) documents.set(version, await openApiDocument(version, folder && BASE_URL));
if (folder === undefined) {
  for (const [version, document] of documents) writeFileSync(documentName(version, 'json'), JSON.stringify(document, null, 2));
} else {
  const { referenceFiles } = await import('./reference/reference.ts');
  const files = new Map(await referenceFiles(documents, readFileSync('dist/web/reference.html', 'utf8')));
  for (const [version, document] of documents) {
    const json = JSON.stringify(document);
    files.set(documentName(version, 'json'), json);
    files.set(documentName(version, 'yaml'), dump(JSON.parse(json), { noRefs: true }));
  }
  for (const [name, text] of files) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}
