import { RecountEvents } from '#metering';
import { type Define, defineCommand, NoOptions } from '../define-command.ts';
import { withService } from '../with-application.ts';

/** `latchkey usage recount`: can be repeated, and runs beside the service. */
export const defineUsage: Define = (group, terminal) => {
  defineCommand(
    group
      .command('recount')
      .description(
        'Count the stored usage events again, from which names, types and totals of lists are read, while the service runs',
      ),
    terminal,
    {
      options: NoOptions,
      run: (_options, env) =>
        withService(env, async ({ commands }) => {
          const months = await commands.execute(new RecountEvents());
          return { text: `Months of usage events counted again, of all organizations: ${months}.`, data: { months } };
        }),
    },
  );
};
