import { BASE_URL, type JsonFields, type SampleBody, type SampleRequest } from './sample-request.ts';
import { pythonValue, snakeCase } from './text.ts';

/** A sample with the public client, whose methods are called as in TypeScript, and take fields as keywords. */
export function pythonClientSample(call: string, { pathValues, query }: SampleRequest, body: JsonFields | null): string {
  const input = [
    ...pathValues.map((value) => JSON.stringify(value)),
    ...Object.entries(body ?? query).map(([name, value]) => `${name}=${pythonValue(value, '        ')}`),
  ];
  const list = input.length > 0 ? `\n        ${input.join(',\n        ')},\n    ` : '';
  return `import os

from polar.v2026_04 import Polar

with Polar(os.environ["LATCHKEY_TOKEN"], base_url="${BASE_URL}") as polar:
    result = polar.${snakeCase(call)}(${list})
    print(result)
`;
}

export function httpxSample({ operation: { method }, url, headers, credentials, body, hasJsonAnswer }: SampleRequest): string {
  const all = [
    ...(credentials === 'bearer' ? [`"Authorization": f"Bearer {os.environ['LATCHKEY_TOKEN']}"`] : []),
    ...Object.entries(headers).map(([name, value]) => `"${name}": ${JSON.stringify(value)}`),
    ...(body?.kind === 'file' ? [`"Content-Type": "${body.type}"`] : []),
  ];
  const input = [
    `"${method}"`,
    `"${url}"`,
    ...(credentials === 'basic' ? ['auth=(os.environ["CLIENT_ID"], os.environ["CLIENT_SECRET"])'] : []),
    ...(all.length > 0 ? [`headers={${all.join(', ')}}`] : []),
    ...(body ? [bodyArgument(body)] : []),
  ];
  return `${credentials === 'none' ? '' : 'import os\n\n'}import httpx

response = httpx.request(
    ${input.join(',\n    ')},
)
if response.is_error:
    raise SystemExit(f"{response.status_code}: {response.text}")
print(${hasJsonAnswer ? 'response.json()' : 'response.status_code'})
`;
}

function bodyArgument(body: SampleBody): string {
  if (body.kind === 'file') return `content=open("${body.file}", "rb")`;
  return `${body.kind === 'json' ? 'json' : 'data'}=${pythonValue(body.fields)}`;
}
