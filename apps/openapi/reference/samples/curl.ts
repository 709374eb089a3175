import { jsonText } from './text.ts';
import type { SampleBody, SampleRequest } from './sample-request.ts';

export function curlSample({ operation: { method }, url, headers, credentials, body }: SampleRequest): string {
  const parts = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} ${quoted(url)}`,
    ...(credentials === 'bearer' ? ['-H "Authorization: Bearer $LATCHKEY_TOKEN"'] : []),
    ...(credentials === 'basic' ? ['-u "$CLIENT_ID:$CLIENT_SECRET"'] : []),
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body ? bodyOptions(body) : []),
  ];
  return parts.join(' \\\n  ');
}

function bodyOptions(body: SampleBody): readonly string[] {
  const type = `-H ${quoted(`Content-Type: ${body.type}`)}`;
  switch (body.kind) {
    case 'json':
      return [type, `-d ${quoted(jsonText(body.fields))}`];
    case 'form':
      return Object.entries(body.fields).map(([name, value]) => `--data-urlencode ${quoted(`${name}=${String(value)}`)}`);
    case 'file':
      return [type, `--data-binary @${body.file}`];
  }
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
