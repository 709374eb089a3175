import { Controller, Get, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { type SellerPrincipal, CurrentCaller, RequireScope } from '#platform/auth';
import { Responses, Input, type InputOf, Idempotent, defineRequest } from '#platform/http';
import { awareTimestamp, described, integer, object, optional, uuid4, strict } from '#platform/wire';
import { AdvanceTestClock } from '../../commands/advance-test-clock.ts';
import { GetTestClock } from '../../queries/get-test-clock.ts';
import { TestClockView } from '../../queries/test-clock.view.ts';

const PATH = { id: described(uuid4(), 'The ID of the organization.') };
/** 366 days. */
const MOST_SECONDS = 31_622_400;

const OneTestClockRequest = defineRequest({ path: PATH });

const AdvanceTestClockRequest = defineRequest({
  path: PATH,
  body: strict(
    object({ to: optional(awareTimestamp()), seconds: optional(integer({ ge: 1, le: MOST_SECONDS })) }, 'TestClockAdvance', {
      to: 'The time that the clock shows afterwards, with an offset from UTC. Later than its time now, by at most 366 days.',
      seconds: { text: 'By how many seconds the clock is moved, instead of `to`. At most 366 days.', example: 2678400 },
    }),
  ),
});

const AREA = 'the organization';
const NOT_FOUND = [
  'ResourceNotFound',
  'The organization does not exist, or the caller is not a member of it; or neither it nor the service is a sandbox.',
] as const;

@ApiTags('organizations')
@Controller('v1/organizations/:id/test-clock')
export class TestClocksController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @Responses({
    summary: 'Get the test clock of an organization',
    description:
      'Returns the time of a sandbox, or of any organization of a service that is one (`ENVIRONMENT=sandbox`), and whether everything that fell due by the last move is done.',
    ok: { status: 200, view: TestClockView },
    errors: { 404: NOT_FOUND },
  })
  @RequireScope(['organizations:read', 'organizations:write'])
  getTestClock(
    @Input(OneTestClockRequest) { path }: InputOf<typeof OneTestClockRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<TestClockView> {
    return this.queries.execute(new GetTestClock(caller.access(AREA), path.id));
  }

  @Post('advance')
  @Idempotent()
  @Responses({
    summary: 'Advance the test clock of an organization',
    description:
      'Moves the clock of a sandbox, or of any organization of a service that is one (`ENVIRONMENT=sandbox`), forward: to a time, or by a number of seconds. Requests that begin after the response see the new time. Periods that end, grace periods, trials, check-outs and scheduled changes that fall due are then worked on by the worker, as if it had been stopped for that time; meanwhile the `status` is `advancing`. A clock can be moved again at any time, but never back, and is at most five years (1826 days) ahead of the current time.',
    ok: { status: 200, view: TestClockView },
    errors: {
      403: ['NotPermitted', 'The role of the user does not allow it: changes require `owner` or `admin`.'],
      404: NOT_FOUND,
    },
  })
  @RequireScope('organizations:write')
  async advanceTestClock(
    @Input(AdvanceTestClockRequest) { path, body }: InputOf<typeof AdvanceTestClockRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<TestClockView> {
    const { organizationId, now, aheadSeconds, status, advancedAt } = await this.commands.execute(
      new AdvanceTestClock(caller.access(AREA), path.id, body),
    );
    return { organization_id: organizationId, now, ahead_seconds: aheadSeconds, status, advanced_at: advancedAt };
  }
}
