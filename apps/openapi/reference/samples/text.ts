import type { JsonValue } from './sample-request.ts';

export const indented = (text: string, by: string): string => text.replaceAll('\n', `\n${by}`);

export const jsonText = (value: JsonValue): string => JSON.stringify(value, null, 2);

/** As an object literal of TypeScript. */
export const typeScriptValue = (value: JsonValue): string => jsonText(value).replaceAll(/^( *)"([a-z_]\w*)":/gim, '$1$2:');

/** As a literal of Python. */
export function pythonValue(value: JsonValue, by = '    '): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const inner = `${by}    `;
  const entries = Array.isArray(value)
    ? value.map((each: JsonValue) => pythonValue(each, inner))
    : Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}: ${pythonValue(each as JsonValue, inner)}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  if (entries.length === 0) return open + close;
  return `${open}\n${entries.map((entry) => `${inner}${entry},\n`).join('')}${by}${close}`;
}

/** `licenseKeys.getActivation` to `license_keys.get_activation`. */
export const snakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
