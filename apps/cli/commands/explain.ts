import { Transform } from 'class-transformer';
import { IsInt, IsObject, isObject, IsUUID, Matches, Max, Min, ValidateBy, type ValidationOptions } from 'class-validator';
import { APPLICATION_VERSION } from '#support/versions';
import { type Explanation, ExplainLicenseKey } from '#licensing';
import { UsageError } from '../../process/index.ts';
import { type Define, defineCommand, type Progress } from '../define-command.ts';
import { KeyRefused } from '../exit-codes.ts';
import { orNotFound } from '../not-found.ts';
import { TimeOption } from '../option-types.ts';
import { CliArgument, CliOption } from '../options.ts';
import { explanationText } from '../resources/texts.ts';
import { OrganizationOptions, withOrganization } from '../with-organization.ts';

const INT32_MAX = 2_147_483_647;
const units = { message: `--increment-usage must be a whole number between 0 and ${INT32_MAX}.` };

type Conditions = Readonly<Record<string, string | number | boolean>>;

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return json;
  }
}

const IsTexts = (options: ValidationOptions): PropertyDecorator =>
  ValidateBy(
    {
      name: 'isTexts',
      validator: (value: unknown) => isObject(value) && Object.values(value as object).every((each) => typeof each === 'string'),
    },
    options,
  );

const IdOption =
  (flag: string, description: string): PropertyDecorator =>
  (target, key) => {
    CliOption('<id>', description, { optional: true })(target, key);
    IsUUID(undefined, { message: `${flag} must be an ID, not $value.` })(target, key);
  };

class ExplainOptions extends OrganizationOptions {
  @CliArgument('[key]', 'The license key as the application sends it; or use --id', { optional: true })
  readonly key?: string;

  @IdOption('--id', 'ID of the license key')
  readonly id?: string;

  @CliOption('<name>', 'The operation to explain; validate is the default', { optional: true, choices: ['activate', 'validate'] })
  readonly operation: 'activate' | 'validate' = 'validate';

  @IdOption('--activation', 'ID of the activation to validate')
  readonly activation?: string;

  @IdOption('--benefit', 'ID of the benefit that the application names')
  readonly benefit?: string;

  @IdOption('--customer', 'ID of the customer that the application names')
  readonly customer?: string;

  @CliOption('<number>', 'Units of usage that the application adds', { optional: true })
  @Transform(({ value }: { value: unknown }) => (/^\d+$/.test(String(value)) ? Number(value) : value))
  @IsInt(units)
  @Min(0, units)
  @Max(INT32_MAX, units)
  readonly incrementUsage: number = 0;

  @CliOption('<json>', 'Conditions that the application sends, as a JSON object', { optional: true })
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? parsed(value) : value))
  @IsObject({ message: '--conditions must be a JSON object.' })
  readonly conditions: Conditions = {};

  @CliOption('<text>', 'The device that the application names to activate', { optional: true })
  readonly device?: string;

  @CliOption('<text>', 'The installation on the device that the application names to activate', { optional: true })
  readonly installation?: string;

  @CliOption('<json>', 'Components of the device that the application sends, as a JSON object', { optional: true })
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? parsed(value) : value))
  @IsTexts({ message: '--components must be a JSON object of texts.' })
  readonly components?: Readonly<Record<string, string>>;

  @CliOption('<name>', 'The class of the device that the application sends', { optional: true })
  readonly deviceClass?: string;

  @CliOption('<version>', 'The version of the application, such as 3.2.1', { optional: true })
  @Matches(APPLICATION_VERSION, { message: '--app-version must be a version such as 3.2.1, not $value.' })
  readonly appVersion?: string;

  @TimeOption('When this version of the application was released, such as 2026-11-20')
  readonly releasedAt?: Date;
}

function explain(options: ExplainOptions, env: NodeJS.ProcessEnv, { report }: Progress) {
  const {
    organization,
    key,
    id,
    operation,
    activation,
    benefit,
    customer,
    incrementUsage,
    conditions,
    device,
    installation,
    components,
    deviceClass,
    appVersion,
    releasedAt,
  } = options;
  if ((key === undefined) === (id === undefined)) throw new UsageError('Either a license key or --id <id> is required.');
  return withOrganization(organization, env, async ({ commands }, organizationId) => {
    const input = {
      activationId: activation ?? null,
      conditions,
      benefitId: benefit ?? null,
      customerId: customer ?? null,
      incrementUsage,
      device: device ?? null,
      installation: installation ?? null,
      description:
        components || deviceClass
          ? { components: components ?? {}, class: deviceClass ?? null, virtual: null, platform: null }
          : null,
      application: appVersion || releasedAt ? { version: appVersion ?? null, releasedAt: releasedAt ?? null } : null,
    };
    const which = id === undefined ? { string: key! } : { id };
    const explanation = await orNotFound(
      `License key ${id}`,
      commands.execute(new ExplainLicenseKey([organizationId], which, operation, input)),
    );
    const data = dataOf(explanation);
    report({ text: explanationText(data), data });
    if (!data.allowed) throw new KeyRefused('The license key is refused.');
  });
}

const dataOf = ({ operation, allowed, code, licenseKey, string, stringValidUntil, checks }: Explanation) => ({
  operation,
  allowed,
  code,
  license_key: licenseKey && {
    id: licenseKey.id,
    organization_id: licenseKey.organizationId,
    customer_id: licenseKey.customerId,
    benefit_id: licenseKey.benefitId,
    display_key: licenseKey.displayKey,
    status: licenseKey.status,
  },
  string,
  string_valid_until: stringValidUntil && stringValidUntil.toISOString(),
  checks,
});

export const defineExplain: Define = (command, terminal) =>
  defineCommand(command, terminal, { options: ExplainOptions, run: explain });
