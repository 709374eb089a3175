import { BASE_URL, type JsonFields, type SampleBody, type SampleRequest } from './sample-request.ts';
import { indented, typeScriptValue } from './text.ts';

/** A sample with the public client, which knows the operation as `call`; `body` has only what it knows. */
export function clientSample(call: string, { pathValues, query, version }: SampleRequest, body: JsonFields | null): string {
  const last = body ?? query;
  const input = [
    ...pathValues.map((value) => `'${value}'`),
    ...(body || Object.keys(query).length > 0 ? [typeScriptValue(last)] : []),
  ];
  return `import { createPolar } from '@polar-sh/sdk/${version}';

const polar = createPolar({
  accessToken: process.env['LATCHKEY_TOKEN']!,
  baseUrl: '${BASE_URL}',
});
const result = await polar.${call}(${input.join(', ')});
console.log(result);
`;
}

export function fetchSample({ operation: { method }, url, headers, credentials, body, hasJsonAnswer }: SampleRequest): string {
  const all = [
    ...(credentials === 'bearer' ? ["Authorization: `Bearer ${process.env['LATCHKEY_TOKEN']}`"] : []),
    ...(credentials === 'basic'
      ? ["Authorization: `Basic ${btoa(`${process.env['CLIENT_ID']}:${process.env['CLIENT_SECRET']}`)}`"]
      : []),
    ...Object.entries(headers).map(([name, value]) => `'${name}': '${value}'`),
    ...(body && body.kind !== 'form' ? [`'Content-Type': '${body.type}'`] : []),
  ];
  const options = [
    ...(method === 'GET' ? [] : [`method: '${method}',`]),
    ...(all.length > 0 ? [`headers: {\n    ${all.join(',\n    ')},\n  },`] : []),
    ...(body ? [`body: ${bodyText(body)},`] : []),
  ];
  const second = options.length > 0 ? `, {\n  ${options.join('\n  ')}\n}` : '';
  return `${body?.kind === 'file' ? "import { readFile } from 'node:fs/promises';\n\n" : ''}const response = await fetch('${url}'${second});
if (!response.ok) throw new Error(\`\${response.status}: \${await response.text()}\`);
${hasJsonAnswer ? 'console.log(await response.json());' : 'console.log(response.status);'}
`;
}

function bodyText(body: SampleBody): string {
  switch (body.kind) {
    case 'json':
      return `JSON.stringify(${indented(typeScriptValue(body.fields), '  ')})`;
    case 'form':
      return `new URLSearchParams(${indented(typeScriptValue(body.fields), '  ')})`;
    case 'file':
      return `await readFile('${body.file}')`;
  }
}
