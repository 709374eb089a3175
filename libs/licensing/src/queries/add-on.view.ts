import { FlagValues } from '#catalog/views';
import { type Infer, list, nullable, object, optional, text, uuid4 } from '#platform/wire';

const FittingKeyView = object({ id: uuid4(), display_key: text(), benefit_id: uuid4() }, 'CustomerAddOnLicenseKey', {
  id: 'The ID of the license key.',
  display_key: { text: 'The end of the license key, to recognize it.', example: '****-E304DA' },
  benefit_id: 'The ID of the benefit that issued the license key.',
});

const AddOnBenefitView = object({ id: uuid4(), description: text(), values: optional(FlagValues) }, 'CustomerAddOnBenefit', {
  id: 'The ID of the benefit.',
  description: { text: 'The description of the benefit.', example: 'Export module' },
  values: { text: 'What it adds to its license key. Left out if it adds no values.', example: { max_pages: 500 } },
});

/** An add-on as its customer sees it. */
export const AddOnView = object(
  {
    benefit_grant_id: uuid4(),
    benefit: AddOnBenefitView,
    license_key_id: nullable(uuid4()),
    license_keys: list(FittingKeyView),
  },
  'CustomerAddOn',
  {
    benefit_grant_id: 'The ID of the benefit grant of the add-on.',
    benefit: 'The benefit of the add-on.',
    license_key_id: 'The ID of the license key that the add-on extends; `null` while it waits for one.',
    license_keys: 'The license keys of the session that the add-on can extend now, newest first; at most 100 of them.',
  },
);
export type AddOnView = Infer<typeof AddOnView>;
