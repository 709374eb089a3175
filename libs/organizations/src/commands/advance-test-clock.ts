import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Access, WallClock } from '#kernel';
import { Environment } from '../domain/environment.ts';
import { TestClockUnavailable } from '../domain/organization.errors.ts';
import { Organizations } from '../domain/organizations.ts';
import type { ClockStep, TestClockStatus } from '../domain/test-clock.ts';
import { TestClocks } from '../domain/test-clocks.ts';

/** What a clock shows that was moved. */
export interface AdvancedTestClock {
  readonly organizationId: string;
  readonly status: TestClockStatus;
  readonly now: Date;
  readonly aheadSeconds: number;
  readonly advancedAt: Date;
}

/** Moves the clock of an organization forward. What falls due is done by the worker. */
export class AdvanceTestClock extends Command<AdvancedTestClock> {
  constructor(
    readonly access: Access,
    readonly organizationId: string,
    readonly step: ClockStep,
  ) {
    super();
  }
}

@CommandHandler(AdvanceTestClock)
export class AdvanceTestClockHandler implements ICommandHandler<AdvanceTestClock> {
  constructor(
    private readonly clocks: TestClocks,
    private readonly organizations: Organizations,
    private readonly environment: Environment,
    private readonly clock: WallClock,
  ) {}

  async execute({ access, organizationId, step }: AdvanceTestClock): Promise<AdvancedTestClock> {
    access.assertSees(organizationId);
    if (!this.environment.sandbox && (await this.organizations.find(organizationId)).snapshot.sandboxOf === null)
      throw new TestClockUnavailable();
    access.assertCanManage(organizationId);
    return this.clocks.change(organizationId, (clock) => {
      const at = this.clock.now();
      clock.advance(step, at);
      const { aheadMs, status } = clock.snapshot;
      return { organizationId, now: clock.time(at), aheadSeconds: aheadMs / 1000, status, advancedAt: at };
    });
  }
}
