import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { answer, type Schema } from '../../api/client.ts';
import { useUiWords } from '../../i18n/languages.tsx';
import { TextInput } from '../../ui/fields.tsx';
import { ApiForm } from '../../ui/form.tsx';
import { toast } from '../../ui/toasts.tsx';
import { api, useOrganization } from '../context.ts';
import { ChoiceField, choicesOf } from '../form-fields.tsx';
import { useIdempotencyKey } from '../idempotency-key.ts';
import { asScalar, MetadataInput, metadataOf, metadataRows } from '../metadata-input.tsx';
import { nestedIn } from '../nested-values.ts';
import { useWords } from '../words/index.ts';
import type { Benefit } from './benefits.tsx';
import { BENEFIT_KINDS } from './benefit-kinds.ts';
import type { BenefitFile } from './files-input.tsx';
import type { BenefitType } from './filters.ts';
import { countersByName } from './key-properties.ts';
import { MeterCreditFields } from './meter-credit-fields.tsx';

const FlagFields = lazy(async () => ({ default: (await import('./flag-fields.tsx')).FlagFields }));
const LicenseKeysFields = lazy(async () => ({ default: (await import('./license-keys-fields.tsx')).LicenseKeysFields }));
const FilesInput = lazy(async () => ({ default: (await import('./files-input.tsx')).FilesInput }));

type NewBenefit =
  | Schema<'BenefitCustomCreate'>
  | Schema<'BenefitDownloadablesCreate'>
  | Schema<'BenefitFeatureFlagCreate'>
  | Schema<'BenefitLicenseKeysCreate'>
  | Schema<'BenefitMeterCreditCreate'>;

interface BenefitFormProps {
  readonly type: BenefitType;
  readonly benefit?: Benefit;
  /** Where a benefit is made that is needed; else its page is shown. */
  readonly onCreated?: (benefit: Benefit) => void;
  readonly onCancel?: () => void;
}

/** Creates a benefit, or changes one. Its type never changes. */
export function BenefitForm({ type, benefit, onCreated, onCancel }: BenefitFormProps): ReactNode {
  const words = useWords();
  const { save } = useUiWords();
  const store = useStore(benefit, onCreated);
  const [metadata, setMetadata] = useState(() => metadataRows(benefit?.metadata ?? {}));
  const [values, setValues] = useState(() => metadataRows((benefit?.type === 'feature_flag' && benefit.values) || {}));
  const [files, setFiles] = useState<readonly BenefitFile[] | null>(benefit ? null : []);
  const keys = benefit?.type === 'license_keys' ? benefit.properties : undefined;
  const [replaced, setReplaced] = useState<readonly string[]>(keys?.replaces_benefit_ids ?? []);
  const submit = async (form: FormData): Promise<void> => {
    const properties = {
      ...countersByName(nestedIn(form, 'properties', BENEFIT_KINDS, words.key.notANumber)),
      ...(type === 'downloadables' && files && filesOf(files)),
      ...(type === 'license_keys' && { replaces_benefit_ids: replaced }),
    };
    const visibility = form.get('visibility');
    await store({
      type,
      description: String(form.get('description')).trim(),
      ...(visibility && { visibility }),
      metadata: metadataOf(metadata),
      properties,
      ...(type === 'feature_flag' && { values: metadataOf(values, asScalar), ...flagRulesIn(form) }),
    } as NewBenefit);
  };
  const isVisibilityOpen = benefit ? benefit.visibility_configurable : type !== 'downloadables';
  return (
    // The form is shown with all of its fields, or not yet.
    <Suspense>
      <ApiForm submitLabel={benefit ? save : words.benefit.create} onSubmit={submit} onCancel={onCancel}>
        <TextInput
          name="description"
          label={words.benefit.description}
          hint={words.benefit.descriptionHint}
          defaultValue={benefit?.description ?? ''}
          minLength={3}
          maxLength={42}
          isRequired
        />
        {isVisibilityOpen && (
          <ChoiceField
            name="visibility"
            label={words.benefits.visibility}
            choices={choicesOf(words.visibilities)}
            defaultValue={benefit?.visibility ?? (type === 'feature_flag' ? 'private' : 'public')}
          />
        )}
        {type === 'custom' && (
          <TextInput
            name="properties.note"
            label={words.benefit.note}
            hint={words.benefit.noteHint}
            multiline
            maxLength={10_000}
            defaultValue={(benefit?.type === 'custom' && benefit.properties.note) || ''}
          />
        )}
        {type === 'license_keys' && (
          <LicenseKeysFields benefitId={benefit?.id} properties={keys} replaced={replaced} onReplaced={setReplaced} />
        )}
        {type === 'meter_credit' && (
          <MeterCreditFields properties={benefit?.type === 'meter_credit' ? benefit.properties : undefined} />
        )}
        {type === 'downloadables' && (
          <Suspense>
            <FilesInput
              benefitId={benefit?.id}
              archived={benefit?.type === 'downloadables' ? benefit.properties.archived : {}}
              files={files}
              onChange={setFiles}
            />
          </Suspense>
        )}
        {type === 'feature_flag' && (
          <>
            <MetadataInput title={words.benefit.values} field="values" rows={values} onChange={setValues} />
            <FlagFields benefit={benefit?.type === 'feature_flag' ? benefit : undefined} />
          </>
        )}
        <MetadataInput rows={metadata} onChange={setMetadata} />
      </ApiForm>
    </Suspense>
  );
}

/** Which license keys show a flag, and what becomes of values that they have. */
function flagRulesIn(form: FormData): Pick<Schema<'BenefitFeatureFlagCreate'>, 'attach' | 'combine'> {
  const [attach, combine] = [form.get('attach'), form.get('combine')];
  if (attach === null) return {};
  const rule = attach === 'own_key' || attach === 'choose' ? { to: attach } : { to: 'key_of', benefit_id: String(attach) };
  return { attach: rule, combine: combine === 'beside' ? null : combine } as Pick<
    Schema<'BenefitFeatureFlagCreate'>,
    'attach' | 'combine'
  >;
}

const filesOf = (files: readonly BenefitFile[]) => ({
  files: files.map(({ id }) => id),
  archived: Object.fromEntries(files.filter(({ isArchived }) => isArchived).map(({ id }) => [id, true])),
});

/** Sends a new benefit, or what an existing one becomes. */
function useStore(benefit: Benefit | undefined, onCreated: BenefitFormProps['onCreated']): (body: NewBenefit) => Promise<void> {
  const { benefit: words } = useWords();
  const { saved } = useUiWords();
  const { organization_id, slug } = useOrganization();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const keyOf = useIdempotencyKey();
  const changed = async (text: string): Promise<void> => {
    await Promise.all(['benefits', 'products'].map((name) => queries.invalidateQueries({ queryKey: [name] })));
    toast(text);
  };
  return async (body) => {
    if (benefit) {
      await answer(api.PATCH('/v1/benefits/{id}', { params: { path: { id: benefit.id } }, body }));
      return changed(saved);
    }
    const headers = { 'Idempotency-Key': keyOf(body) };
    const created = await answer(api.POST('/v1/benefits/', { headers, body: { ...body, organization_id } }));
    await changed(words.created);
    if (onCreated) return onCreated(created);
    const { id } = created;
    return navigate({ to: '/$slug/benefits/$id', params: { slug, id }, replace: true });
  };
}
