import { Controller, HttpCode, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import {
  CurrentExchange,
  type Exchange,
  type FailureLimit,
  FailureLimits,
  Idempotent,
  Input,
  type InputOf,
  LimitedRoute,
  NotAudited,
  PublicBody,
  Responses,
} from '#platform/http';
import { viewMaker } from '#platform/wire';
import type { KeyCredentials } from '../../commands/keys/presented-key.ts';
import { ReserveUsage } from '../../commands/reservations/reserve-usage.ts';
import { SettleReservation } from '../../commands/reservations/settle-reservation.ts';
import { CommittedUsageView, ReservedUsageView } from '../../queries/usage-reservation.view.ts';
import { guessedIn } from './to-commands.ts';
import { UNKNOWN_KEYS } from './unknown-keys.ts';
import { CommitReservationRequest, ReleaseReservationRequest, ReserveRequest } from './usage-reservation.dto.ts';
import { COMMIT, RELEASE, RESERVE } from './usage-reservation-operations.ts';

interface PresentedBody {
  readonly key: string;
  readonly organization_id: string;
}

/** Reservations of usage, for applications: the license key is the credential. */
@ApiTags('customer_portal')
@Controller('v1/customer-portal/license-keys/reservations')
export class UsageReservationsController {
  private readonly unknownKeys: FailureLimit;

  constructor(
    private readonly commands: CommandBus,
    failures: FailureLimits,
  ) {
    this.unknownKeys = failures.of(UNKNOWN_KEYS);
  }

  @Post()
  @NotAudited('Applications do it very often. Reservations and counters tell about it.')
  @HttpCode(200)
  @Idempotent({ credential: ['organization_id', 'key'] })
  @LimitedRoute(UNKNOWN_KEYS.name)
  @PublicBody()
  @Responses(RESERVE)
  async reserve(@Input(ReserveRequest) { body }: InputOf<typeof ReserveRequest>, @CurrentExchange() exchange: Exchange) {
    const request = { units: body.units, seconds: body.ttl_seconds };
    const reserved = await this.presented(exchange, body, (credentials) =>
      this.commands.execute(new ReserveUsage(credentials, request, body.activation_id ?? null)),
    );
    return toReserved({ ...reserved, createdAt: new Date(reserved.createdAt), expiresAt: new Date(reserved.expiresAt) });
  }

  @Post(':id/commit')
  @NotAudited('Applications do it very often. Reservations and counters tell about it.')
  @HttpCode(200)
  @Idempotent({ credential: ['organization_id', 'key'] })
  @LimitedRoute(UNKNOWN_KEYS.name)
  @PublicBody()
  @Responses(COMMIT)
  async commitReservation(
    @Input(CommitReservationRequest) { path, body }: InputOf<typeof CommitReservationRequest>,
    @CurrentExchange() exchange: Exchange,
  ) {
    const settlement = { used: body.units ?? null };
    const committed = await this.presented(exchange, body, (credentials) =>
      this.commands.execute(new SettleReservation(credentials, path.id, settlement)),
    );
    return toCommitted(committed);
  }

  @Post(':id/release')
  @NotAudited('Applications do it very often. Reservations and counters tell about it.')
  @HttpCode(204)
  @Idempotent({ credential: ['organization_id', 'key'] })
  @LimitedRoute(UNKNOWN_KEYS.name)
  @PublicBody()
  @Responses(RELEASE)
  async releaseReservation(
    @Input(ReleaseReservationRequest) { path, body }: InputOf<typeof ReleaseReservationRequest>,
    @CurrentExchange() exchange: Exchange,
  ): Promise<void> {
    await this.presented(exchange, body, (credentials) =>
      this.commands.execute(new SettleReservation(credentials, path.id, 'released')),
    );
  }

  private presented<T>(
    exchange: Exchange,
    body: PresentedBody,
    operation: (credentials: KeyCredentials) => Promise<T>,
  ): Promise<T> {
    const { key, organization_id: organizationId } = body;
    return this.unknownKeys.run(exchange, guessedIn(body), (origin) => operation({ key, organizationId, origin }));
  }
}

const toReserved = viewMaker(ReservedUsageView);
const toCommitted = viewMaker(CommittedUsageView);
