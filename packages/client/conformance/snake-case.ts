/** What the service or the seller has named: names of the API already, or free ones. */
const AS_THEY_ARE = new Set(['licenseKey', 'claims', 'components']);

/** With the names of fields in the case of the API. */
export function snakeCased(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(snakeCased);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  const entries = Object.entries(value).map(([name, each]) => [
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    AS_THEY_ARE.has(name) ? each : snakeCased(each),
  ]);
  return Object.fromEntries(entries);
}
