import 'reflect-metadata';

import { writeFileSync } from 'node:fs';
import { openApiDocument } from './open-api-document.ts';

/** Writes the OpenAPI document to a file, for linters and generators of clients. */
writeFileSync('openapi.json', JSON.stringify(await openApiDocument(), null, 2));
