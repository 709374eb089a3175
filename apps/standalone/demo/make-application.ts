import type { CommandBus } from '@nestjs/cqrs';
import { RegisterClient } from '#oauth';
import type { DemoApplication } from './demo.ts';

/** Fixed, so that examples can name them: the demo is for trying out, on one machine. */
export const DEMO_CLIENT_ID = 'latchkey_ci_demo';
const DEMO_CLIENT_SECRET = 'latchkey_cs_demo_secret_for_trying_out_only';

/** Registers the application of the demo. */
export async function makeApplication(commands: CommandBus, issuer: string): Promise<DemoApplication> {
  await commands.execute(
    new RegisterClient(DEMO_CLIENT_ID, DEMO_CLIENT_SECRET, {
      client_name: 'Demo application',
      redirect_uris: ['http://localhost:8080/callback'],
    }),
  );
  return { issuer, client_id: DEMO_CLIENT_ID, client_secret: DEMO_CLIENT_SECRET };
}
