import { Transform } from 'class-transformer';
import { IsInt, IsISO8601, Matches, Max, Min } from 'class-validator';
import { Access } from '#kernel';
import { AdvanceTestClock, GetTestClock } from '#organizations';
import { UsageError } from '../../process/index.ts';
import { type Define, defineCommand } from '../define-command.ts';
import { CliOption } from '../options.ts';
import { OrganizationOptions, withOrganization } from '../with-organization.ts';

const MOST_SECONDS = 31_622_400;
const seconds = { message: `--seconds must be a whole number from 1 to ${MOST_SECONDS}, not $value.` };
const time = { message: '--to must be a time such as 2027-03-01T00:00:00Z, not $value.' };

class AdvanceOptions extends OrganizationOptions {
  @CliOption('<time>', 'The time that the clock shows afterwards, such as 2027-03-01T00:00:00Z', { optional: true })
  @IsISO8601({ strict: true }, time)
  @Matches(/T.*(Z|[+-]\d\d:\d\d)$/, time)
  readonly to?: string;

  @CliOption('<number>', 'By how many seconds the clock is moved, instead of --to', { optional: true })
  @Transform(({ value }: { value: unknown }) => (/^\d+$/.test(String(value)) ? Number(value) : value))
  @IsInt(seconds)
  @Min(1, seconds)
  @Max(MOST_SECONDS, seconds)
  readonly seconds?: number;
}

const accessTo = (id: string): Access => new Access([id], [id], 'the organization');

const show = ({ organization }: OrganizationOptions, env: NodeJS.ProcessEnv) =>
  withOrganization(organization, env, async ({ queries }, id) => {
    const { now, ahead_seconds, status, advanced_at } = await queries.execute(new GetTestClock(accessTo(id), id));
    return {
      text: `${now.toISOString()}  ${ahead_seconds} seconds ahead  ${status}`,
      data: {
        organization,
        now: now.toISOString(),
        ahead_seconds,
        status,
        advanced_at: advanced_at && advanced_at.toISOString(),
      },
    };
  });

function advance({ organization, to, seconds: by }: AdvanceOptions, env: NodeJS.ProcessEnv) {
  if ((to === undefined) === (by === undefined)) throw new UsageError('Either --to <time> or --seconds <number> is required.');
  return withOrganization(organization, env, async ({ commands }, id) => {
    const step = to === undefined ? { seconds: by } : { to: new Date(to) };
    const { now, aheadSeconds, status } = await commands.execute(new AdvanceTestClock(accessTo(id), id, step));
    return {
      text: `The clock of organization ${organization} shows ${now.toISOString()}. The worker now does what fell due.`,
      data: { organization, now: now.toISOString(), ahead_seconds: aheadSeconds, status },
    };
  });
}

export const defineTestClock: Define = (group, terminal) => {
  defineCommand(
    group.command('show').description('Show the time of an organization, and whether what fell due is done'),
    terminal,
    {
      options: OrganizationOptions,
      run: show,
    },
  );
  defineCommand(group.command('advance').description('Move the clock of an organization forward'), terminal, {
    options: AdvanceOptions,
    run: advance,
  });
};
