import type { Demo } from './demo/demo.ts';
import type { DemoFile } from './demo/demo-file.ts';

/**
 * Printed when the service is ready: its address, and where the demo data are. Only the start that created them prints commands to
 * try it, because they contain a token.
 */
export function startMessage(address: string, demoFile: DemoFile, isFirstStart: boolean): string {
  const ready = `Latchkey is ready at ${address} (API reference: ${address}/docs). Press Ctrl-C to stop it.`;
  const demo = demoFile.read();
  if (!demo) return ready;
  if (!isFirstStart) return `${ready}\n\nDemo data with keys and tokens: ${demoFile.path}\n`;
  const user = `Sign in as ${demo.owner.email} with the password ${demo.owner.password}`;
  return [ready, user, `Demo data: ${demoFile.path}. Try it:`, ...commandsFor(address, demo), ''].join('\n\n');
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
