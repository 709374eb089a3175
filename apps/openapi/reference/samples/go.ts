import type { SampleRequest } from './sample-request.ts';
import { jsonText } from './text.ts';

/** With the standard library: there is no release of a public client for Go that knows this API. */
export function goSample({ operation: { method }, url, headers, credentials, body }: SampleRequest): string {
  const isText = body?.kind === 'json' || body?.kind === 'form';
  const packages = [
    'fmt',
    'io',
    'log',
    'net/http',
    ...(body?.kind === 'form' ? ['net/url'] : []),
    ...(credentials !== 'none' || body?.kind === 'file' ? ['os'] : []),
    ...(isText ? ['strings'] : []),
  ];
  const setup = [
    ...(credentials === 'bearer' ? ['request.Header.Set("Authorization", "Bearer "+os.Getenv("LATCHKEY_TOKEN"))'] : []),
    ...(credentials === 'basic' ? ['request.SetBasicAuth(os.Getenv("CLIENT_ID"), os.Getenv("CLIENT_SECRET"))'] : []),
    ...Object.entries({ ...headers, ...(body && { 'Content-Type': body.type }) }).map(
      ([name, value]) => `request.Header.Set("${name}", ${JSON.stringify(value)})`,
    ),
  ];
  const lines = [
    ...bodyLines(body),
    `request, err := http.NewRequest("${method}", "${url}", ${body ? 'body' : 'nil'})`,
    ...CHECK,
    ...setup,
    'response, err := http.DefaultClient.Do(request)',
    ...CHECK,
    'defer response.Body.Close()',
    'answer, err := io.ReadAll(response.Body)',
    ...CHECK,
    'fmt.Println(response.Status, string(answer))',
  ];
  return `package main

import (
${packages.map((name) => `\t"${name}"\n`).join('')})

func main() {
${lines.map((line) => `\t${line}\n`).join('')}}
`;
}

const CHECK = ['if err != nil {', '\tlog.Fatal(err)', '}'];

function bodyLines(body: SampleRequest['body']): readonly string[] {
  switch (body?.kind) {
    case undefined:
      return [];
    case 'json':
      return [`body := strings.NewReader(\`${jsonText(body.fields)}\`)`];
    case 'form': {
      const fields = Object.entries(body.fields).map(([name, value]) => `form.Set("${name}", ${JSON.stringify(value)})`);
      return ['form := url.Values{}', ...fields, 'body := strings.NewReader(form.Encode())'];
    }
    case 'file':
      return [`body, err := os.Open("${body.file}")`, ...CHECK];
  }
}
