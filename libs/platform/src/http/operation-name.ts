const snake = (text: string): string => text.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replaceAll('-', '_');

/**
 * The `operationId` of the method of a controller at a path of the OpenAPI document: `license_keys.activate`,
 * `customer_portal.license_keys.activate`, `bulk.license_keys.undo`, `customers.get_external`, `well_known.keys`.
 */
export function operationName(path: string, method: string): string {
  const [first, second] = path.split('/').filter((part) => part !== '' && part !== 'v1' && !part.startsWith('{'));
  const area = first === 'customer-portal' || first === 'bulk' ? `${first}.${second}` : first!.replace(/^\./, '');
  return snake(`${area}.${method}${path.includes('/external/') ? 'External' : ''}`);
}
