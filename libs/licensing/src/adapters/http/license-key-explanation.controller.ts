import { Controller, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { type SellerPrincipal, CurrentCaller, RequireScope } from '#platform/auth';
import { FailureLimits, Input, type InputOf, NotAudited, NotIdempotent, Responses, defineRequest } from '#platform/http';
import {
  viewMaker,
  integer,
  ipAddress,
  metadata,
  nullable,
  object,
  oneOf,
  optional,
  text,
  uuid4,
  withDefault,
  strict,
} from '#platform/wire';
import { ExplainedLicenseKeyView, ExplanationView } from '../../queries/explanation.view.ts';
import { NOT_FOUND } from './license-key-operations.ts';
import { UNKNOWN_KEYS, type UnknownKeys } from './unknown-keys.ts';
import { type Access, ValidationFailed } from '#kernel';
import { LOOKUP_TEXT } from '#support/texts';
import { ExplainLicenseKey } from '../../commands/explanation/explain-license-key.ts';
import type { RequestOrigin } from '../../commands/keys/key-operation.ts';
import { DEVICE_ID } from '../../queries/device.view.ts';
import { APPLICATION, EXPLAINED_DEVICE } from './application.dto.ts';
import { applicationOf, explainedDeviceOf } from './to-commands.ts';
import { AddedUnits } from './counters.dto.ts';
import { PRESENTED } from './license-key.dto.ts';
import { ASKED_ENTITLEMENTS } from './validation-scope.dto.ts';

const none = () => ({});

const ExplainRequest = defineRequest({
  body: strict(
    object(
      {
        operation: oneOf(['activate', 'validate']),
        id: optional(nullable(uuid4())),
        key: optional(nullable(text(LOOKUP_TEXT))),
        organization_id: optional(nullable(uuid4())),
        activation_id: optional(nullable(uuid4())),
        benefit_id: optional(nullable(uuid4())),
        entitlements: ASKED_ENTITLEMENTS,
        customer_id: optional(nullable(uuid4())),
        increment_usage: optional(nullable(integer({ ge: 0 }))),
        increment: optional(nullable(AddedUnits)),
        conditions: withDefault(metadata(), none),
        device: EXPLAINED_DEVICE,
        installation: optional(nullable(text(DEVICE_ID))),
        ip_address: optional(nullable(ipAddress())),
        ...APPLICATION,
      },
      'LicenseKeyExplain',
      {
        operation: 'The operation to explain.',
        id: 'The ID of the license key. Either `id` or `key` is required.',
        key: { ...PRESENTED.key, text: 'The license key as the application sends it.' },
        organization_id: 'The ID of the organization to look for `key` in. By default all that the caller can access.',
        activation_id: 'What the application sends to validate.',
        benefit_id: 'What the application sends to validate.',
        entitlements: 'What the application sends to validate.',
        customer_id: 'What the application sends to validate.',
        increment_usage: { text: 'What the application sends to validate.', example: 1 },
        increment: 'What the application sends to validate.',
        conditions: { text: 'What the application sends to validate.', example: { major_version: 1 } },
        device: {
          text: 'The device as the application names it: what it sends in `License-Device` to activate, or an object with `id` and what it sends as `device`.',
          example: 'C02XG0FDH7JY',
        },
        installation: {
          text: 'What the application sends in `License-Installation` to activate, with the ID of its device.',
          example: 'jane',
        },
        ip_address: { text: 'The address of the application, to see whether its network is blocked.', example: '192.0.2.1' },
      },
    ),
  ),
});

/** `originOf` says how requests from an address are seen by an organization. */
function toExplain(
  { body }: InputOf<typeof ExplainRequest>,
  access: Access,
  originOf: (address: string, organizationId: string) => RequestOrigin,
): ExplainLicenseKey {
  const { id = null, key = null, organization_id: place = null, ip_address: address = null } = body;
  if ((id === null) === (key === null)) throw ValidationFailed.at(['key'], 'Either id or key is required', key, 'missing');
  return new ExplainLicenseKey(
    access.narrow(place === null ? undefined : [place]),
    id === null ? { string: key! } : { id },
    body.operation,
    {
      activationId: body.activation_id ?? null,
      conditions: body.conditions ?? {},
      benefitId: body.benefit_id ?? null,
      entitlements: body.entitlements ?? null,
      customerId: body.customer_id ?? null,
      incrementUsage: body.increment_usage ?? 0,
      increment: body.increment,
      ...explainedDeviceOf(body.device),
      installation: body.installation ?? null,
      application: applicationOf(body),
    },
    address === null ? undefined : (organizationId) => originOf(address, organizationId),
  );
}

const toView = viewMaker(ExplanationView);
const toKeyView = viewMaker(ExplainedLicenseKeyView);

@ApiTags('license_keys')
@Controller('v1/license-keys')
export class LicenseKeyExplanationController {
  private readonly unknownKeys: UnknownKeys;

  constructor(
    private readonly commands: CommandBus,
    failures: FailureLimits,
  ) {
    this.unknownKeys = failures.of(UNKNOWN_KEYS);
  }

  @Post('explain')
  @NotAudited('It changes nothing.')
  @NotIdempotent('It changes nothing.')
  @RequireScope(['license_keys:read', 'license_keys:write'], { whileBlocked: true })
  @Responses({
    summary: 'Explain an operation on a license key',
    description:
      'Runs every check of an activation or a validation without counting or changing anything, and lists what each of them found, why, and ' +
      'what would help. A `key` that does not exist is explained, too. Whether a network is blocked is told as far as this process knows. ' +
      'An extension.',
    ok: { status: 200, view: ExplanationView },
    errors: NOT_FOUND,
  })
  async explain(
    @Input(ExplainRequest) input: InputOf<typeof ExplainRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<ExplanationView> {
    const explain = toExplain(input, caller.access('license keys'), (address, organizationId) =>
      this.unknownKeys.originOf(address, organizationId),
    );
    const { licenseKey, ...explanation } = await this.commands.execute(explain);
    return toView({ ...explanation, licenseKey: licenseKey && toKeyView(licenseKey) });
  }
}
