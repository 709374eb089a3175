import 'reflect-metadata';
import { METHOD_METADATA, PATH_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import type { RequestDefinition } from '../../libs/platform/src/http/request.ts';
import { discriminatedUnion, type Field, type Issue, list, literal, object, optional, strict, text } from '#platform/wire';
import { ignoredWith } from '#platform/wire/composition';
import { ROOT } from './sources.ts';
import { inputsWithUnknownField, UNKNOWN } from './unknown-fields.ts';

/**
 * The objects in bodies of the reference API: unknown fields are ignored there, and named in a header. Updates of subscriptions are
 * missing: the reference refuses unknown fields in them.
 */
const OF_REFERENCE = new Set([
  'AddressInput',
  'AttachedCustomFieldCreate',
  'AvgAggregation',
  'BenefitCustomCreate',
  'BenefitCustomCreateProperties',
  'BenefitCustomUpdate',
  'BenefitDownloadablesCreate',
  'BenefitDownloadablesCreateProperties',
  'BenefitDownloadablesUpdate',
  'BenefitFeatureFlagCreate',
  'BenefitFeatureFlagCreateProperties',
  'BenefitFeatureFlagUpdate',
  'BenefitLicenseKeyActivationCreateProperties',
  'BenefitLicenseKeyExpirationProperties',
  'BenefitLicenseKeysCreate',
  'BenefitLicenseKeysCreateProperties',
  'BenefitLicenseKeysUpdate',
  'BenefitMeterCreditCreate',
  'BenefitMeterCreditCreateProperties',
  'BenefitMeterCreditUpdate',
  'CostMetadata',
  'CountAggregation',
  'CustomFieldCheckboxPropertiesInput',
  'CustomFieldCreateCheckbox',
  'CustomFieldCreateDate',
  'CustomFieldCreateNumber',
  'CustomFieldCreateSelect',
  'CustomFieldCreateText',
  'CustomFieldDatePropertiesInput',
  'CustomFieldNumberPropertiesInput',
  'CustomFieldSelectOptionInput',
  'CustomFieldSelectPropertiesInput',
  'CustomFieldTextPropertiesInput',
  'CustomFieldUpdateCheckbox',
  'CustomFieldUpdateDate',
  'CustomFieldUpdateNumber',
  'CustomFieldUpdateSelect',
  'CustomFieldUpdateText',
  'CustomerBenefitGrantCustomUpdate',
  'CustomerBenefitGrantDownloadablesUpdate',
  'CustomerBenefitGrantFeatureFlagUpdate',
  'CustomerBenefitGrantLicenseKeysUpdate',
  'CustomerBenefitGrantMeterCreditUpdate',
  'CustomerEmailUpdateRequest',
  'CustomerEmailUpdateVerifyRequest',
  'CustomerIndividualCreate',
  'CustomerOrderUpdate',
  'CustomerPortalCustomerUpdate',
  'CustomerPortalMemberCreate',
  'CustomerPortalMemberUpdate',
  'CustomerSeatAssign',
  'CustomerSessionCustomerExternalIDCreate',
  'CustomerSessionCustomerIDCreate',
  'CustomerTeamCreate',
  'CustomerUpdate',
  'CustomerUpdateExternalID',
  'DownloadableFileCreate',
  'EventCreateCustomer',
  'EventCreateExternalCustomer',
  'EventTypeUpdate',
  'EventsIngest',
  'ExistingProductPrice',
  'FilePatch',
  'FileUploadCompleted',
  'Filter',
  'FilterClause',
  'LLMMetadata',
  'LicenseKeyActivate',
  'LicenseKeyDeactivate',
  'LicenseKeyRotate',
  'LicenseKeyUpdate',
  'LicenseKeyValidate',
  'MaxAggregation',
  'MemberCreateFromCustomer',
  'MemberOwnerCreate',
  'MemberUpdate',
  'MeterCreate',
  'MeterUpdate',
  'MetricDashboardCreate',
  'MetricDashboardUpdate',
  'MinAggregation',
  'OrderCreateCustomer',
  'OrderCreateExternalCustomer',
  'OrderCreateNewCustomer',
  'OrderCreateSubscription',
  'OrderUpdate',
  'OrganizationAvatarFileCreate',
  'OrganizationCompanyLegalEntity',
  'OrganizationCreate',
  'OrganizationCustomerEmailSettings',
  'OrganizationCustomerPortalSettingsInput',
  'OrganizationDetails',
  'OrganizationDisputeSettingsUpdate',
  'OrganizationFeatureSettingsUpdate',
  'OrganizationIndividualLegalEntity',
  'OrganizationSocialLinkInput',
  'OrganizationSubscriptionSettingsInput',
  'OrganizationUpdate',
  'ProductBenefitsUpdate',
  'ProductCreate',
  'ProductMediaFileCreate',
  'ProductPriceCustomCreate',
  'ProductPriceFixedCreate',
  'ProductPriceFreeCreate',
  'ProductPriceMeteredUnitCreate',
  'ProductPriceSeatBasedCreate',
  'ProductPriceSeatTierInput',
  'ProductPriceSeatTiersInput',
  'ProductUpdate',
  'RefundCreate',
  'S3FileCreateMultipart',
  'S3FileCreatePart',
  'S3FileUploadCompletedPart',
  'SeatAssign',
  'SeatClaim',
  'SubscriptionCreateCustomer',
  'SubscriptionCreateExternalCustomer',
  'SubscriptionCreateNewCustomer',
  'SumAggregation',
  'UniqueAggregation',
  'WebhookEndpointCreate',
  'WebhookEndpointUpdate',
  'WebhookSecretReset',
]);

/** Objects of ours that ignore unknown fields nevertheless. */
const IGNORING = {
  PasskeyAttestation: 'What browsers say of passkeys grows with WebAuthn.',
  PasskeyAttestationStatement: 'As above.',
  PasskeyAssertion: 'As above.',
  PasskeyAssertionSignature: 'As above.',
};

/** Objects without a name are those of the reference in settings of the portal, and of WebAuthn. */
const UNNAMED = /^customer_portal_settings\.|\.clientExtensionResults$/;

async function bodies(): Promise<{ readonly operation: string; readonly body: Field<unknown> }[]> {
  const files = globSync('libs/*/src/adapters/*/*.ts', { cwd: ROOT }).filter((file) => !file.endsWith('.spec.ts'));
  const modules = await Promise.all(files.map(async (file) => (await import(join(ROOT, file))) as { [name: string]: unknown }));
  const controllers = modules
    .flatMap(Object.values)
    .filter((each) => typeof each === 'function' && Reflect.hasMetadata(PATH_METADATA, each)) as (new () => object)[];
  return controllers.flatMap((controller) =>
    Object.getOwnPropertyNames(controller.prototype).flatMap((method) => {
      const handler = (controller.prototype as Record<string, object>)[method];
      if (typeof handler !== 'function' || !Reflect.hasMetadata(METHOD_METADATA, handler)) return [];
      const given = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, method) ?? {}) as {
        [position: string]: { data?: unknown };
      };
      return Object.values(given).flatMap(({ data }) => {
        const shape = (data as RequestDefinition | undefined)?.shape;
        return shape?.body ? [{ operation: `${controller.name}.${method}`, body: shape.body }] : [];
      });
    }),
  );
}

type Treatment = 'refused' | 'ignored' | 'taken';

function treatmentOf(field: Field<unknown>, input: unknown): Treatment {
  const issues: Issue[] = [];
  field.read(input, issues);
  const isRefused = issues.some(({ type, loc }) => type === 'extra_forbidden' && loc.at(-1) === UNKNOWN);
  if (isRefused) return 'refused';
  return ignoredWith(issues)?.some(({ name }) => name === UNKNOWN) ? 'ignored' : 'taken';
}

test('unknown fields are refused in every object that only we have, and named where the reference ignores them', async () => {
  const wrong: string[] = [];
  const found = new Set<string>();
  for (const { operation, body } of await bodies()) {
    for (const { place, name, input, isClosed } of inputsWithUnknownField(body.schema)) {
      if (name !== undefined) found.add(name);
      const isIgnoring = name === undefined ? UNNAMED.test(place) : OF_REFERENCE.has(name) || name in IGNORING;
      const treatment = treatmentOf(body, input);
      if (treatment !== (isIgnoring ? 'ignored' : 'refused')) wrong.push(`${operation} ${place} (${name}): ${treatment}`);
      if (isClosed !== (treatment === 'refused'))
        wrong.push(`${operation} ${place} (${name}): ${treatment}, and its schema says otherwise`);
    }
  }
  expect(wrong).toEqual([]);
  expect([...OF_REFERENCE, ...Object.keys(IGNORING)].filter((name) => !found.has(name))).toEqual([]);
  expect(found.size).toBeGreaterThan(150);
});

const Inner = object({ a: optional(text()) }, 'Inner');

test.each<[string, Field<unknown>, Treatment[]]>([
  ['an object', Inner, ['ignored']],
  ['a strict object', strict(Inner), ['refused']],
  ['a strict object in another one', object({ inner: strict(Inner) }, 'Outer'), ['ignored', 'refused']],
  ['an object in a list', strict(object({ inner: list(Inner) }, 'Outer')), ['refused', 'ignored']],
  ['a variant', discriminatedUnion('kind', { b: strict(object({ kind: literal('b') }, 'B')) }), ['refused']],
])('the rule finds what becomes of unknown fields in %s', (_what, field, treatments) => {
  expect(inputsWithUnknownField(field.schema).map(({ input }) => treatmentOf(field, input))).toEqual(treatments);
});
