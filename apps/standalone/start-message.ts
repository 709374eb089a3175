import type { Config } from '#platform/config';
import type { Demo } from './demo/demo.ts';
import type { DemoFile } from './demo/demo-file.ts';

/**
 * Printed when the service is ready: its address, its pages, and where the demo data are. Only the start that created them prints the
 * password of their owner, and commands to try it, which contain a token.
 */
export function startMessage(
  address: string,
  { apiDocs }: Pick<Config, 'apiDocs'>,
  demoFile: DemoFile,
  isFirstStart: boolean,
): string {
  const reference = apiDocs ? ` (API reference: ${address}/docs)` : '';
  const ready = `Latchkey is ready at ${address}${reference}. Press Ctrl-C to stop it.`;
  const demo = demoFile.read();
  if (!demo) return ready;
  const { organization, owner, customer } = demo;
  const password = isFirstStart ? owner.password : `in ${demoFile.path}`;
  const pages = [
    `Console: ${address}/console, as ${owner.email} with the password ${password}`,
    `Customer portal: ${address}/portal/${organization.slug}, as ${customer.email}`,
  ].join('\n');
  if (!isFirstStart) return [ready, pages, ''].join('\n\n');
  return [ready, pages, `Demo data: ${demoFile.path}. Try it:`, ...commandsFor(address, demo), ''].join('\n\n');
}

/** Commands to paste into a shell. They can be repeated: the same device is activated only once. */
function commandsFor(address: string, { organization, tokens, license_keys: { active }, customer }: Demo): string[] {
  const presented = { key: active.key, organization_id: organization.id };
  const bearer = `-H 'Authorization: Bearer ${tokens.oat}'`;
  const json = (body: object): string => `-H 'Content-Type: application/json' -d '${JSON.stringify(body)}'`;
  return [
    `curl -sS ${address}/v1/license-keys/activate ${bearer} -H 'License-Device: my-laptop' ${json({ ...presented, label: 'My laptop' })}`,
    `curl -sS ${address}/v1/customer-portal/license-keys/validate ${json(presented)}`,
    `curl -sS ${address}/v1/license-keys/${active.id} ${bearer}`,
    `curl -sS ${address}/v1/customers/${customer.id}/state ${bearer}`,
  ];
}
