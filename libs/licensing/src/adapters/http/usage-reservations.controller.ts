import { Controller, HttpCode, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { ClientOrigin, Input, type InputOf, Intercepted, NotAudited, type Origin, PublicBody, Responses } from '#platform/http';
import { viewMaker } from '#platform/wire';
import type { KeyCredentials } from '../../commands/keys/key-operation.ts';
import { type ReservedUsage, ReserveUsage } from '../../commands/reservations/reserve-usage.ts';
import { SettleReservation } from '../../commands/reservations/settle-reservation.ts';
import { CommittedUsageView, ReservedUsageView } from '../../queries/usage-reservation.view.ts';
import { NO_CONTENT, limited } from './license-key-operations.ts';
import { UNKNOWN_KEYS } from './unknown-keys.ts';
import { CommitReservationRequest, ReleaseReservationRequest, ReserveRequest } from './usage-reservation.dto.ts';

const CODE = {
  'License-Code':
    'The reason, for programs: `NOT_FOUND`, `REVOKED`, `DISABLED`, `EXPIRED`, `ACTIVATION_NOT_FOUND`, `CHECKOUT_EXPIRED`, ' +
    '`USAGE_LIMIT_EXCEEDED`, `COUNTER_LIMIT_REACHED`, `CHECK_IN_OVERDUE`, `UPDATES_ENDED`, `RESERVATION_LIMIT_REACHED` or `RESERVATION_NOT_FOUND`.',
};

const NO_RESERVATION = {
  404: [
    'ResourceNotFound',
    'The license key does not exist, or it has no such reservation: it was committed or released, or has expired.',
  ],
} as const;

const RESERVE = limited({
  summary: 'Reserve usage of a license key',
  description:
    'Keeps units of the usage, or of a counter, for one caller: validations and other reservations cannot use them until they are committed or released, or ' +
    'the time is over. It is refused where a validation that adds as many units would be, and counts as no validation. An extension.',
  ok: { status: 200, view: ReservedUsageView },
  errors: {
    400: ['BadRequest', 'The units exceed the remaining usage, or what is left of the counter.'],
    403: ['NotPermitted', 'The license key has 100 open reservations.'],
    404: [
      'ResourceNotFound',
      'The license key does not exist, is revoked, disabled or expired, or the activation does not match.',
    ],
  },
  headers: CODE,
} as const satisfies Responses);

const COMMIT = limited({
  summary: 'Commit a reservation',
  description:
    'Adds the units of a reservation, or fewer, to the usage of the license key; the others are free again. Works whatever the status of the license key. An extension.',
  ok: { status: 200, view: CommittedUsageView },
  errors: NO_RESERVATION,
  headers: CODE,
} as const satisfies Responses);

const RELEASE = limited({
  summary: 'Release a reservation',
  description:
    'Makes the units of a reservation free again, without using them. Works whatever the status of the license key. An extension.',
  ok: { status: 204, view: null },
  errors: NO_RESERVATION,
  headers: CODE,
} as const satisfies Responses);

interface PresentedBody {
  readonly key: string;
  readonly organization_id: string;
}

const FREQUENT = 'Applications do it very often. Reservations and counters tell about it.';
const IDEMPOTENCY = { credential: ['organization_id', 'key'] };

/** Reservations of usage, for applications: the license key is the credential. */
@ApiTags('customer_portal')
@Controller('v1/customer-portal/license-keys/reservations')
export class UsageReservationsController {
  constructor(private readonly commands: CommandBus) {}

  @Post()
  @NotAudited(FREQUENT)
  @HttpCode(200)
  @Intercepted({ idempotency: IDEMPOTENCY, failures: UNKNOWN_KEYS, answer: (_controller, outcome) => toReserved(outcome) })
  @PublicBody()
  @Responses(RESERVE)
  reserve(@Input(ReserveRequest) { body }: InputOf<typeof ReserveRequest>, @ClientOrigin() origin: Origin) {
    const request = { units: body.units, counter: body.counter ?? undefined, seconds: body.ttl_seconds };
    return this.commands.execute(new ReserveUsage(credentialsOf(body, origin), request, body.activation_id ?? null));
  }

  @Post(':id/commit')
  @NotAudited(FREQUENT)
  @HttpCode(200)
  @Intercepted({ idempotency: IDEMPOTENCY, failures: UNKNOWN_KEYS, answer: (_controller, outcome) => toCommitted(outcome) })
  @PublicBody()
  @Responses(COMMIT)
  commitReservation(
    @Input(CommitReservationRequest) { path, body }: InputOf<typeof CommitReservationRequest>,
    @ClientOrigin() origin: Origin,
  ) {
    const settlement = { used: body.units ?? null, metadata: body.metadata ?? null };
    return this.commands.execute(new SettleReservation(credentialsOf(body, origin), path.id, settlement));
  }

  @Post(':id/release')
  @NotAudited(FREQUENT)
  @HttpCode(204)
  @Intercepted({ idempotency: IDEMPOTENCY, failures: UNKNOWN_KEYS, answer: NO_CONTENT })
  @PublicBody()
  @Responses(RELEASE)
  releaseReservation(
    @Input(ReleaseReservationRequest) { path, body }: InputOf<typeof ReleaseReservationRequest>,
    @ClientOrigin() origin: Origin,
  ) {
    return this.commands.execute(new SettleReservation(credentialsOf(body, origin), path.id, 'released'));
  }
}

const credentialsOf = ({ key, organization_id: organizationId }: PresentedBody, origin: Origin): KeyCredentials => ({
  key,
  organizationId,
  origin,
});

const toReservedView = viewMaker(ReservedUsageView);
const toCommitted = viewMaker(CommittedUsageView);
const toReserved = (reserved: ReservedUsage) =>
  toReservedView({ ...reserved, createdAt: new Date(reserved.createdAt), expiresAt: new Date(reserved.expiresAt) });
