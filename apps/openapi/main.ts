import 'reflect-metadata';

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openApiDocument } from './open-api-document.ts';

/**
 * Writes the OpenAPI document to a file, for linters and generators of clients; or, with a folder, the pages of the reference into it,
 * made from the document and the shell that the pages were built with.
 */
const [folder] = process.argv.slice(2);
const document = await openApiDocument();
if (folder === undefined) writeFileSync('openapi.json', JSON.stringify(document, null, 2));
else {
  const { referenceFiles } = await import('./reference/reference.ts');
  for (const [name, text] of await referenceFiles(document, readFileSync('dist/web/reference.html', 'utf8'))) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}
