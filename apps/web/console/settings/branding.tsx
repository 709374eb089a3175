import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type CSSProperties, lazy, type ReactNode, Suspense, useState } from 'react';
import { answer, type Schema } from '../../api/client.ts';
import { useUiWords } from '../../i18n/languages.tsx';
import { DEFAULT_COLOR } from '../../../../libs/support/src/mails/colors.ts';
import { type Brand, brandOf } from '../../ui/brand.ts';
import { Button } from '../../ui/button.tsx';
import { Avatar } from '../../ui/display.tsx';
import { TextInput } from '../../ui/fields.tsx';
import { ApiForm } from '../../ui/form.tsx';
import { useProblemText } from '../../ui/problem-text.ts';
import { Card, Loaded, SkeletonCards } from '../../ui/surfaces.tsx';
import { badToast, toast } from '../../ui/toasts.tsx';
import { api, useMay, useOrganization } from '../context.ts';
import { useWords } from '../words/index.ts';
import { MailPreviews } from './mail-previews.tsx';

const MailTexts = lazy(() => import('./mail-texts.tsx'));

type Branding = Schema<'OrganizationBranding'>;

const HEX = /^#[0-9a-f]{6}$/i;
const SUGGESTIONS = [DEFAULT_COLOR, '#0d9488', '#15803d', '#b45309', '#dc2626', '#be185d', '#7c3aed', '#facc15', '#111827'];

/** How pages for customers look. */
export function BrandingPage(): ReactNode {
  const { organization_id: id } = useOrganization();
  const branding = useQuery({
    queryKey: ['branding', id],
    queryFn: () => answer(api.GET('/v1/organizations/{id}/branding', { params: { path: { id } } })),
  });
  return (
    <Loaded of={branding} waiting={<SkeletonCards count={1} height={420} />}>
      {(stored) => (
        <div className="stack">
          <BrandingForm key={stored.accent_color} branding={stored} />
          <MailPreviews branding={stored} />
          <Suspense>
            <MailTexts />
          </Suspense>
        </div>
      )}
    </Loaded>
  );
}

function BrandingForm({ branding: { name, avatar_url, accent_color } }: { readonly branding: Branding }): ReactNode {
  const { settings } = useWords();
  const { branding: words } = settings;
  const { save, saved } = useUiWords();
  const { organization_id: id } = useOrganization();
  const mayChange = useMay('organizations:write');
  const queries = useQueryClient();
  const textOf = useProblemText();
  const [color, setColor] = useState(accent_color ?? DEFAULT_COLOR);
  const brand = brandOf(HEX.test(color) ? color : DEFAULT_COLOR);
  const store = async (accent: string | null): Promise<void> => {
    const call = api.PATCH('/v1/organizations/{id}/branding', { params: { path: { id } }, body: { accent_color: accent } });
    queries.setQueryData(['branding', id], await answer(call));
    toast(saved);
  };
  const previews = (
    <div className="brand-previews">
      {(['light', 'dark'] as const).map((theme) => (
        <Preview key={theme} theme={theme} brand={brand} name={name} picture={avatar_url} />
      ))}
    </div>
  );
  return (
    <Card title={words.title}>
      <div className="form">
        <p className="soft">{words.text}</p>
        {previews}
        <p className="soft">{brand.ink === '#ffffff' ? words.whiteInk : words.blackInk}</p>
        {mayChange && (
          <>
            <Swatches chosen={color} onChoose={setColor} />
            <ApiForm submitLabel={save} onSubmit={() => store(color)}>
              <div className="color-field">
                <TextInput
                  name="accent_color"
                  label={words.color}
                  hint={words.colorHint}
                  value={color}
                  onChange={setColor}
                  maxLength={7}
                  inputClass="mono"
                  isRequired
                />
                <input
                  type="color"
                  aria-label={words.pick}
                  value={HEX.test(color) ? color : DEFAULT_COLOR}
                  onChange={(event) => setColor(event.target.value)}
                />
              </div>
            </ApiForm>
            {accent_color !== null && (
              <div className="row">
                <Button look="quiet" onPress={() => void store(null).catch((error: unknown) => badToast(textOf(error)))}>
                  {words.useDefault}
                </Button>
              </div>
            )}
          </>
        )}
      </div>
    </Card>
  );
}

function Swatches({ chosen, onChoose }: { readonly chosen: string; readonly onChoose: (color: string) => void }): ReactNode {
  const { settings } = useWords();
  return (
    <div className="row" role="group" aria-label={settings.branding.suggestions}>
      {SUGGESTIONS.map((color) => (
        <button
          key={color}
          type="button"
          className="swatch"
          style={{ background: color }}
          aria-label={color}
          aria-pressed={color === chosen.toLowerCase()}
          onClick={() => onChoose(color)}
        />
      ))}
    </div>
  );
}

/** A piece of the portal in this color. */
function Preview({
  theme,
  brand,
  name,
  picture,
}: {
  readonly theme: 'light' | 'dark';
  readonly brand: Brand;
  readonly name: string;
  readonly picture: string | null;
}): ReactNode {
  const { settings } = useWords();
  const { branding: words } = settings;
  const { fill, ink, light, dark, textLight, textDark } = brand;
  const style = {
    '--brand-fill': fill,
    '--brand-ink': ink,
    '--brand-light': light,
    '--brand-dark': dark,
    '--brand-text-light': textLight,
    '--brand-text-dark': textDark,
  } as CSSProperties;
  return (
    <div className={`brand-preview ${theme}`} style={style} role="img" aria-label={words.preview[theme]}>
      <div className="row">
        <Avatar name={name} picture={picture} look="square large" />
        <strong>{name}</strong>
      </div>
      <div className="bar">
        <span style={{ width: '62%' }} />
      </div>
      <div className="row">
        <span className="button primary">{words.sampleButton}</span>
        <span className="sample-link">{words.sampleLink}</span>
      </div>
    </div>
  );
}
