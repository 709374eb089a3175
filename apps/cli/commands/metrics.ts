import { RebuildPurchaseRollups } from '#entitlements';
import { type Define, defineCommand, type Result } from '../define-command.ts';
import { CliOption } from '../options.ts';
import { withService } from '../with-application.ts';
import { idOfOrganization } from '../with-organization.ts';

class RebuildOptions {
  @CliOption('<slug>', 'Only the sums of this organization', { optional: true })
  readonly organization?: string;
}

const rebuild = ({ organization }: RebuildOptions, env: NodeJS.ProcessEnv): Promise<Result> =>
  withService(env, async (buses) => {
    const id = organization === undefined ? undefined : await idOfOrganization(buses, organization);
    const rebuilt = await buses.commands.execute(new RebuildPurchaseRollups(id));
    return { text: `Organizations whose sums were made anew: ${rebuilt}.`, data: { rebuilt } };
  });

export const defineMetrics: Define = (group, terminal) => {
  defineCommand(
    group.command('rebuild').description('Make the sums of orders and subscriptions anew, while the service runs'),
    terminal,
    { options: RebuildOptions, run: rebuild },
  );
};
