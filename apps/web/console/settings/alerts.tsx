import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { answer, type Schema } from '../../api/client.ts';
import { useUiWords } from '../../i18n/languages.tsx';
import { Button } from '../../ui/button.tsx';
import { CheckboxGroup } from '../../ui/checkbox.tsx';
import { Ago } from '../../ui/display.tsx';
import { TextInput } from '../../ui/fields.tsx';
import { ApiForm } from '../../ui/form.tsx';
import { useProblemText } from '../../ui/problem-text.ts';
import { Card, Loaded, SkeletonCards } from '../../ui/surfaces.tsx';
import { SwitchInput } from '../../ui/switch-input.tsx';
import { badToast, toast } from '../../ui/toasts.tsx';
import { api, useMay, useOrganization } from '../context.ts';
import { useWords } from '../words/index.ts';
import { useAlertWords } from './alert-words.ts';
import { ALL_ROLES } from './roles.ts';

type Alert = Schema<'Alert'>;

/** Who of the organization is told of what, and where. */
export function AlertsPage(): ReactNode {
  const words = useAlertWords();
  const { organization_id: id } = useOrganization();
  const alerts = useQuery({
    queryKey: ['alerts', id],
    queryFn: () => answer(api.GET('/v1/organizations/{id}/alerts', { params: { path: { id } } })),
  });
  return (
    <Loaded of={alerts} waiting={<SkeletonCards count={4} height={320} />}>
      {({ items }) => (
        <div className="stack">
          <p className="soft">{words.text}</p>
          <div className="halves">
            {items.map((alert) => (
              <AlertCard key={`${alert.kind} ${alert.modified_at}`} alert={alert} />
            ))}
          </div>
        </div>
      )}
    </Loaded>
  );
}

function AlertCard({ alert }: { readonly alert: Alert }): ReactNode {
  const words = useAlertWords();
  const { settings } = useWords();
  const mayChange = useMay('organizations:write');
  const { kind, is_enabled, roles, slack_host } = alert;
  const recipients = roles.map((role) => settings.roles[role]);
  return (
    <Card title={words.kinds[kind].title}>
      <div className="form">
        <p className="soft">{words.kinds[kind].text}</p>
        {mayChange ? (
          <AlertForm alert={alert} />
        ) : (
          <p>{is_enabled ? words.goesTo([...recipients, ...(slack_host === null ? [] : ['Slack'])]) : words.off}</p>
        )}
      </div>
    </Card>
  );
}

/** What sends requests about alerts of a kind. */
function useAlertRequests(kind: Alert['kind']) {
  const { organization_id: id } = useOrganization();
  const queries = useQueryClient();
  const params = { path: { id, kind } };
  const told = async (text: string): Promise<void> => {
    await queries.invalidateQueries({ queryKey: ['alerts', id] });
    toast(text);
  };
  return {
    put: async (body: Schema<'AlertUpdate'>, text: string): Promise<void> => {
      await answer(api.PUT('/v1/organizations/{id}/alerts/{kind}', { params, body }));
      await told(text);
    },
    reset: async (text: string): Promise<void> => {
      await answer(api.DELETE('/v1/organizations/{id}/alerts/{kind}', { params }));
      await told(text);
    },
    test: async (text: string): Promise<void> => {
      await answer(api.POST('/v1/organizations/{id}/alerts/{kind}/test', { params }));
      await told(text);
    },
  };
}

function AlertForm({ alert }: { readonly alert: Alert }): ReactNode {
  const { kind, is_enabled, roles, slack_host, slack_problem, slack_problem_at, modified_at } = alert;
  const words = useAlertWords();
  const { settings } = useWords();
  const { save, saved } = useUiWords();
  const textOf = useProblemText();
  const { put, reset, test } = useAlertRequests(kind);
  const [isOn, setOn] = useState(is_enabled);
  const [chosen, setChosen] = useState<readonly string[]>(roles);
  const store = async (form: FormData): Promise<void> => {
    const slackUrl = String(form.get('slack_url')).trim();
    const rule = { is_enabled: isOn, roles: chosen as Alert['roles'] };
    await put({ ...rule, ...(slackUrl !== '' && { slack_url: slackUrl }) }, saved);
  };
  const run = (act: () => Promise<void>) => () => void act().catch((error: unknown) => badToast(textOf(error)));
  return (
    <>
      <ApiForm submitLabel={save} onSubmit={store}>
        <SwitchInput label={words.isEnabled} isSelected={isOn} onChange={setOn} />
        <CheckboxGroup
          title={words.roles}
          hint={words.rolesHint}
          choices={ALL_ROLES.map((id) => ({ id, label: settings.roles[id] }))}
          chosen={chosen}
          onChange={setChosen}
        />
        <TextInput
          name="slack_url"
          type="url"
          label={words.slackUrl}
          hint={slack_host === null ? words.slackHint : words.keepsSlack(slack_host)}
          maxLength={2_083}
          autoComplete="off"
        />
      </ApiForm>
      {slack_problem !== null && (
        <p className="notice bad">
          <span>
            {words.slackProblem} {slack_problem} {slack_problem_at !== null && <Ago at={slack_problem_at} />}
          </span>
        </p>
      )}
      <div className="row">
        {is_enabled && <Button onPress={run(() => test(words.testSent))}>{words.test}</Button>}
        {slack_host !== null && (
          <Button look="quiet" onPress={run(() => put({ is_enabled, roles, slack_url: null }, saved))}>
            {words.removeSlack}
          </Button>
        )}
        {modified_at !== null && (
          <Button look="quiet" onPress={run(() => reset(words.wasReset))}>
            {words.reset}
          </Button>
        )}
      </div>
    </>
  );
}
