import { ExternalLink } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useUiWords } from '../../i18n/languages.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { ApiForm } from '../../ui/form.tsx';
import { useProblemText } from '../../ui/problem-text.ts';
import { SwitchInput } from '../../ui/switch-input.tsx';
import { Card, Loaded, SkeletonCards } from '../../ui/surfaces.tsx';
import { badToast } from '../../ui/toasts.tsx';
import { useMay, useOrganization } from '../context.ts';
import { useWords } from '../words/index.ts';
import { type Organization, useChangeOrganization, useSettings } from './organization.ts';

type Settings = Organization['customer_portal_settings'];

/** What customers see and may do in the portal. */
export function PortalPage(): ReactNode {
  const { settings: words } = useWords();
  const { slug } = useOrganization();
  const organization = useSettings();
  const open = (
    <ButtonLink small newTab icon={ExternalLink} href={`/portal/${slug}`}>
      {words.portal.open}
    </ButtonLink>
  );
  return (
    <Loaded of={organization} waiting={<SkeletonCards count={1} height={420} />}>
      {({ modified_at, customer_portal_settings }) => (
        <Card title={words.portal.title} end={open}>
          <div className="stack">
            {!customer_portal_settings.customer.allow_email_change && <RecommendEmailChange stored={customer_portal_settings} />}
            <PortalForm key={modified_at} stored={customer_portal_settings} />
          </div>
        </Card>
      )}
    </Loaded>
  );
}

/** Until customers may change their address, whoever sets up the portal is asked for it. */
function RecommendEmailChange({ stored }: { readonly stored: Settings }): ReactNode {
  const { settings } = useWords();
  const { portal: words } = settings;
  const mayChange = useMay('organizations:write');
  const change = useChangeOrganization();
  const textOf = useProblemText();
  const [isPending, setPending] = useState(false);
  if (!mayChange) return null;
  const allow = async (): Promise<void> => {
    setPending(true);
    try {
      await change({ customer_portal_settings: { ...stored, customer: { allow_email_change: true } } });
    } catch (error) {
      badToast(textOf(error));
    } finally {
      setPending(false);
    }
  };
  return (
    <div className="notice">
      <p>{words.recommendEmail}</p>
      <Button small isPending={isPending} onPress={() => void allow()}>
        {words.allowEmail}
      </Button>
    </div>
  );
}

function PortalForm({ stored }: { readonly stored: Settings }): ReactNode {
  const { settings } = useWords();
  const { portal: words } = settings;
  const { save } = useUiWords();
  const mayChange = useMay('organizations:write');
  const change = useChangeOrganization();
  const [chosen, setChosen] = useState(stored);
  const { usage, subscription, customer } = chosen;
  const subscriptionSwitch = (name: 'update_seats' | 'update_plan' | 'pause'): ReactNode => (
    <Choice
      label={words[name]}
      text={words.texts[name]}
      isSelected={subscription[name]}
      isDisabled={!mayChange}
      onChange={(isOn) => setChosen({ ...chosen, subscription: { ...subscription, [name]: isOn } })}
    />
  );
  const choices = (
    <div className="choices">
      <Choice
        label={words.usage}
        text={words.texts.usage}
        isSelected={usage.show}
        isDisabled={!mayChange}
        onChange={(show) => setChosen({ ...chosen, usage: { show } })}
      />
      <Choice
        label={words.email}
        text={words.texts.email}
        isSelected={customer.allow_email_change}
        isDisabled={!mayChange}
        onChange={(allow_email_change) => setChosen({ ...chosen, customer: { allow_email_change } })}
      />
      {subscriptionSwitch('update_seats')}
      {subscriptionSwitch('update_plan')}
      {subscriptionSwitch('pause')}
    </div>
  );
  if (!mayChange) return choices;
  return (
    <ApiForm submitLabel={save} onSubmit={() => change({ customer_portal_settings: chosen })}>
      {choices}
    </ApiForm>
  );
}

function Choice({
  text,
  ...control
}: {
  readonly label: string;
  readonly text: string;
  readonly isSelected: boolean;
  readonly isDisabled: boolean;
  readonly onChange: (isSelected: boolean) => void;
}): ReactNode {
  return (
    <div>
      <SwitchInput {...control} />
      <p className="faint small">{text}</p>
    </div>
  );
}
