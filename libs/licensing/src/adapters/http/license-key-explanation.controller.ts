import { Controller, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { type SellerPrincipal, CurrentCaller, RequireScope } from '#platform/auth';
import { FailureLimits, Input, type InputOf, NotAudited, NotIdempotent, Responses } from '#platform/http';
import { viewMaker } from '#platform/wire';
import { ExplainedLicenseKeyView, ExplanationView } from '../../queries/explanation.view.ts';
import { ExplainRequest, toExplain } from './explanation.dto.ts';
import { NOT_FOUND } from './license-key-operations.ts';
import { UNKNOWN_KEYS, type UnknownKeys } from './unknown-keys.ts';

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
