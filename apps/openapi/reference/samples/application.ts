import { BASE_URL, ORGANIZATION } from './sample-request.ts';

const KEY = 'ACME-1C285B2D-6CE6-4BC7-B8BE-ADB6A7E304DA';
const RESERVED =
  "const reserved = await license.reservations.reserve(10, { ttlSeconds: 600 });\nif (reserved.outcome !== 'ok') throw new Error(reserved.outcome);\n";

/** What applications call in the library for them instead of the operation. */
const CALLS: { readonly [operation: string]: string } = {
  activate: `const result = await license.activate('${KEY}', { label: 'Laptop of Jane' });`,
  validate: 'const result = await license.validate();',
  lease: 'const result = await license.lease();',
  heartbeat: 'const result = await license.heartbeat();',
  deactivate: 'const result = await license.deactivate();',
  reserve: 'const result = await license.reservations.reserve(10, { ttlSeconds: 600 });',
  commit_reservation: `${RESERVED}const result = await license.reservations.commit(reserved.id, { units: 7 });`,
  release_reservation: `${RESERVED}const result = await license.reservations.release(reserved.id);`,
};

/** A sample with the library for applications, which stores the key, verifies what the service answers, and works without a network. */
export function applicationSample(operationId: string): string | null {
  const call = CALLS[operationId.replace(/^customer_portal\.license_keys\./, '')];
  if (call === undefined || !operationId.startsWith('customer_portal.license_keys.')) return null;
  return `import { LicenseClient } from '@latchkey/client';
import { FileStorage } from '@latchkey/client/node';

const license = new LicenseClient({
  url: '${BASE_URL}',
  organizationId: '${ORGANIZATION}',
  rootKey: 'iojj3XQJ8ZX9UtstPLpdcspnCb8dlBIb83SIAbQPb1w', // of latchkey signing-keys list
  storage: new FileStorage('.my-application'),
});
${call}
console.log(result);
`;
}
