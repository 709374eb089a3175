import { ValidateBy, type ValidationArguments } from 'class-validator';
import {
  CUSTOMER_EMAIL_RULES,
  type CustomerEmailRule,
  type Entitlement,
  ENTITLEMENTS,
  type ProviderName,
  PROVIDERS,
  UNMAPPED_RULES,
  type UnmappedRule,
} from '#connectors';
import { CliOption } from '../options.ts';
import { ServiceUrlOption } from '../option-types.ts';

const SHORTEST_SECRET = 8;

const AT_FIRST =
  'The dashboard asks for the URL of the connector first: give any text now, and change it later with PATCH /v1/connectors/{id}.';

const SECRET_OF: { readonly [P in ProviderName]: string } = {
  stripe: `In the dashboard of Stripe: Developers, Webhooks, the endpoint, Signing secret (whsec_…). ${AT_FIRST}`,
  paddle: `In the dashboard of Paddle: Developer tools, Notifications, the destination, Secret key (pdl_ntfset_…). ${AT_FIRST}`,
  lemon_squeezy: 'Choose a random text, and enter it in Lemon Squeezy: Settings, Webhooks, Signing secret.',
};

function secretMissing({ value, object }: ValidationArguments): string {
  const { provider } = object as AddOptions;
  const what = value === undefined ? '--secret <secret> is required' : '--secret is too short';
  const where = PROVIDERS.includes(provider) ? SECRET_OF[provider] : 'The dashboard of the provider shows it.';
  return `${what}: the secret with which the provider signs its requests, at least ${SHORTEST_SECRET} characters. ${where}`;
}

const isLongEnough = (value: unknown): boolean => typeof value === 'string' && value.length >= SHORTEST_SECRET;

export class AddOptions {
  @CliOption('<slug>', 'Slug of the organization')
  readonly organization!: string;

  @CliOption('<provider>', 'The payment provider', { choices: PROVIDERS })
  readonly provider!: ProviderName;

  @CliOption('<secret>', 'Secret with which the provider signs its requests')
  @ValidateBy({ name: 'isLongEnough', validator: { validate: isLongEnough } }, { message: secretMissing })
  readonly secret!: string;

  @CliOption('<name>', 'Name of the connector', { optional: true })
  readonly name?: string;

  @CliOption('<id>', 'Account or store at the provider whose events are accepted', { optional: true })
  readonly account?: string;

  @CliOption('<yes|no>', 'Whether all of its events are tests; no by default', { choices: ['yes', 'no'], optional: true })
  readonly test: 'yes' | 'no' = 'no';

  @CliOption('<policy>', 'Who decides whether a subscription entitles: what the provider says is active, or what was paid', {
    choices: ENTITLEMENTS,
    optional: true,
  })
  readonly entitlement: Entitlement = 'provider_status';

  @CliOption('<policy>', 'What happens when the provider has another e-mail address for a customer; ask by default', {
    choices: CUSTOMER_EMAIL_RULES,
    optional: true,
  })
  readonly customerEmail: CustomerEmailRule = 'ask';

  @CliOption('<rule>', 'What becomes of sales whose price is not mapped: they are listed, or nothing', {
    choices: UNMAPPED_RULES,
    optional: true,
  })
  readonly unmapped: UnmappedRule = 'report';

  @CliOption('<key=value>', 'Metadata that marks what is sold for this service, in an account that others use as well', {
    optional: true,
  })
  readonly ownMetadata?: string;

  @ServiceUrlOption()
  readonly url?: string;
}
