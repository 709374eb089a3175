import { type ReactNode, useState } from 'react';
import { useUiWords } from '../../i18n/languages.tsx';
import { Day, Fact } from '../../ui/display.tsx';
import { ComboInput } from '../../ui/choices.tsx';
import { TextInput } from '../../ui/fields.tsx';
import { ApiForm } from '../../ui/form.tsx';
import { CopyButton } from '../../ui/secret.tsx';
import { Card, Loaded, SkeletonCards } from '../../ui/surfaces.tsx';
import { useMay } from '../context.ts';
import { useWords } from '../words/index.ts';
import { AvatarField } from './avatar-field.tsx';
import { type Organization, useChangeOrganization, useSettings } from './organization.ts';

/** UTC is not among the zones of the browser. */
const TIME_ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')].map((id) => ({
  id,
  label: id,
}));

/** What an organization says about itself. */
export function ProfilePage(): ReactNode {
  const organization = useSettings();
  const mayChange = useMay('organizations:write');
  return (
    <Loaded of={organization} waiting={<SkeletonCards count={2} height={320} />}>
      {(profile) => (
        <div className="halves">
          {mayChange ? <ProfileForm key={profile.modified_at} profile={profile} /> : <Profile profile={profile} />}
          <Identifiers profile={profile} />
        </div>
      )}
    </Loaded>
  );
}

interface Shown {
  readonly profile: Organization;
}

function ProfileForm({ profile }: Shown): ReactNode {
  const { settings: words } = useWords();
  const { save } = useUiWords();
  const change = useChangeOrganization();
  const [timeZone, setTimeZone] = useState<string | null>(profile.time_zone);
  const submit = async (form: FormData): Promise<void> => {
    const written = (name: string): string => String(form.get(name)).trim();
    await change({
      name: written('name'),
      email: written('email') || null,
      website: written('website') || null,
      time_zone: timeZone ?? 'UTC',
    });
  };
  return (
    <Card title={words.profile.title}>
      <div className="form">
        <AvatarField organization={profile} />
        <ApiForm submitLabel={save} onSubmit={submit}>
          <TextInput name="name" label={words.profile.name} defaultValue={profile.name} autoComplete="organization" isRequired />
          <TextInput
            name="email"
            type="email"
            label={words.profile.email}
            hint={words.profile.emailHint}
            defaultValue={profile.email ?? ''}
          />
          <TextInput name="website" type="url" label={words.profile.website} defaultValue={profile.website ?? ''} />
          <ComboInput
            name="time_zone"
            label={words.profile.timeZone}
            hint={words.profile.timeZoneHint}
            choices={TIME_ZONES}
            value={timeZone}
            onChange={setTimeZone}
            showAll={words.profile.showTimeZones}
          />
        </ApiForm>
      </div>
    </Card>
  );
}

/** For roles that do not change it. */
function Profile({ profile: { name, email, website, time_zone } }: Shown): ReactNode {
  const { settings: words } = useWords();
  const { none } = useUiWords();
  return (
    <Card title={words.profile.title}>
      <dl className="facts lines">
        <Fact name={words.profile.name}>{name}</Fact>
        <Fact name={words.profile.email}>{email ?? none}</Fact>
        <Fact name={words.profile.website}>{website ?? none}</Fact>
        <Fact name={words.profile.timeZone}>{time_zone}</Fact>
      </dl>
    </Card>
  );
}

function Identifiers({ profile: { id, slug, created_at } }: Shown): ReactNode {
  const { settings: words } = useWords();
  return (
    <Card title={words.profile.identifiers}>
      <div className="stack">
        <div>
          <p className="faint small">{words.profile.slug}</p>
          <div className="secret">
            <code>{slug}</code>
            <CopyButton small text={slug} what={words.profile.slug} />
          </div>
          <p className="faint small">{words.profile.slugHint}</p>
        </div>
        <div>
          <p className="faint small">{words.profile.id}</p>
          <div className="secret">
            <code>{id}</code>
            <CopyButton small text={id} what={words.profile.id} />
          </div>
        </div>
        <dl className="facts">
          <Fact name={words.profile.since}>
            <Day at={created_at} />
          </Fact>
        </dl>
      </div>
    </Card>
  );
}
