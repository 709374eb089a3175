import { accessTokens } from './access-tokens.ts';
import { benefits } from './benefits.ts';
import { customFields } from './custom-fields.ts';
import { customers } from './customers.ts';
import type { Examples } from './example.ts';
import { files } from './files.ts';
import { licenseKeys } from './license-keys.ts';
import { members } from './members.ts';
import { metering } from './metering.ts';
import { organizations } from './organizations.ts';
import { portal } from './portal.ts';
import { products } from './products.ts';
import { purchases } from './purchases.ts';
import { seats } from './seats.ts';

export { outcomeOf as verdictOn } from './example.ts';

/** One valid request for every operation of the API, under its method and path as the OpenAPI document writes them. */
export const EXAMPLES: Examples = {
  'GET /health/live': { request: () => ({ url: '/health/live' }), finance: 'done' },
  'GET /health/ready': { request: () => ({ url: '/health/ready' }), finance: 'done' },
  ...organizations,
  ...accessTokens,
  ...customers,
  ...members,
  ...portal,
  ...benefits,
  ...products,
  ...purchases,
  ...seats,
  ...customFields,
  ...files,
  ...licenseKeys,
  ...metering,
  ...portal,
};
