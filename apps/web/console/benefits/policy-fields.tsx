import type { ReactNode } from 'react';
import { TextInput } from '../../ui/fields.tsx';
import { ChoiceField, choicesOf, OptionalSection, SwitchField } from '../form-fields.tsx';
import { useWords } from '../words/index.ts';
import { CounterFields } from './counter-fields.tsx';
import { CountField } from './count-field.tsx';
import { DurationField } from './duration-field.tsx';
import type { Policy } from './key-properties.ts';

interface PolicyProps {
  readonly policy: Policy | undefined;
}

const AT = 'properties.policy';
/** The days of a benefit that says nothing about it. */
const DEFAULT_DAYS = [30, 7, 1];

/** When keys end, which releases they run, and trials. Like all rules of a policy, they apply to keys that exist, too. */
export function LifetimeRules({ policy }: PolicyProps): ReactNode {
  const { policy: words } = useWords();
  return (
    <>
      <ExpiryFields policy={policy} />
      <NoticeFields policy={policy} />
      <ReleaseFields policy={policy} />
      <OptionalSection label={words.trial} hint={words.trialHint} defaultOn={Boolean(policy?.trial)}>
        <CountField name={`${AT}.trial.days`} label={words.trialDays} value={policy?.trial?.days ?? 14} />
        <TextInput
          name={`${AT}.trial.customer_id`}
          label={words.trialCustomer}
          hint={words.trialCustomerHint}
          maxLength={36}
          defaultValue={policy?.trial?.customer_id ?? ''}
        />
      </OptionalSection>
    </>
  );
}

/** How keys are used over time, and what is noticed. */
export function UsageRules({ policy }: PolicyProps): ReactNode {
  const { policy: words } = useWords();
  return (
    <>
      <OptionalSection label={words.usagePeriod} defaultOn={Boolean(policy?.usage_period)}>
        <ChoiceField
          name={`${AT}.usage_period.every`}
          label={words.every}
          choices={choicesOf(words.periods)}
          defaultValue={policy?.usage_period?.every ?? 'month'}
        />
      </OptionalSection>
      <CounterFields counters={policy?.counters} />
      <OptionalSection label={words.checkIn} hint={words.checkInHint} defaultOn={Boolean(policy?.check_in)}>
        <CountField name={`${AT}.check_in.every_days`} label={words.everyDays} value={policy?.check_in?.every_days ?? 30} />
      </OptionalSection>
      <OptionalSection label={words.alerts} hint={words.alertsHint} defaultOn={Boolean(policy?.alerts)}>
        <div className="form-row">
          <CountField
            name={`${AT}.alerts.devices_per_day`}
            label={words.devicesPerDay}
            value={policy?.alerts ? policy.alerts.devices_per_day : 5}
          />
          <CountField
            name={`${AT}.alerts.networks_per_day`}
            label={words.networksPerDay}
            value={policy?.alerts?.networks_per_day}
          />
        </div>
      </OptionalSection>
    </>
  );
}

function ExpiryFields({ policy }: PolicyProps): ReactNode {
  const { policy: words } = useWords();
  const { begins, grace_seconds, renewal } = policy?.expiry ?? {};
  return (
    <OptionalSection label={words.expiry} defaultOn={Boolean(policy?.expiry)}>
      <div className="form-row">
        <ChoiceField
          name={`${AT}.expiry.begins`}
          label={words.begins}
          choices={choicesOf(words.beginnings)}
          absent="issue"
          defaultValue={begins ?? 'issue'}
        />
        <ChoiceField
          name={`${AT}.expiry.renewal`}
          label={words.renewal}
          choices={choicesOf(words.renewals)}
          absent="from_now"
          defaultValue={renewal ?? 'from_now'}
        />
      </div>
      <DurationField
        name={`${AT}.expiry.grace_seconds`}
        label={words.grace}
        hint={words.graceHint}
        seconds={grace_seconds}
        unit="day"
      />
    </OptionalSection>
  );
}

/** When it is announced that keys expire. */
function NoticeFields({ policy }: PolicyProps): ReactNode {
  const { policy: words } = useWords();
  const { days = DEFAULT_DAYS, mails } = policy?.expiry_notices ?? {};
  return (
    <OptionalSection label={words.notices} hint={words.noticesHint} defaultOn={Boolean(policy?.expiry_notices)}>
      <TextInput
        name={`${AT}.expiry_notices.days`}
        label={words.noticeDays}
        hint={words.noticeDaysHint}
        maxLength={60}
        defaultValue={days.join(', ') || '-'}
      />
      <MailSwitches section="expiry_notices" labels={words.noticeMails} mails={mails} />
    </OptionalSection>
  );
}

/** Which e-mails of a section are sent. */
function MailSwitches({
  section,
  labels,
  mails,
}: {
  readonly section: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly mails: Readonly<Record<string, boolean | undefined>> | undefined;
}): ReactNode {
  return Object.entries(labels).map(([mail, label]) => (
    <SwitchField key={mail} name={`${AT}.${section}.mails.${mail}`} label={label} defaultValue={mails?.[mail] ?? false} />
  ));
}

/** Who is told that a limit refused a device. */
export function RefusalFields({ policy }: PolicyProps): ReactNode {
  const { policy: words } = useWords();
  return (
    <OptionalSection label={words.refusals} defaultOn={Boolean(policy?.refusal_notices)}>
      <MailSwitches section="refusal_notices" labels={words.refusalMails} mails={policy?.refusal_notices?.mails} />
    </OptionalSection>
  );
}

/** Which releases of the application keys run. */
function ReleaseFields({ policy }: PolicyProps): ReactNode {
  const { policy: words, benefit, periods } = useWords();
  const { updates, versions } = policy ?? {};
  return (
    <>
      <OptionalSection label={words.updates} hint={words.updatesHint} defaultOn={Boolean(updates)}>
        <div className="form-row">
          <CountField name={`${AT}.updates.period.ttl`} label={words.updatesFor} value={updates?.period.ttl ?? 1} />
          <ChoiceField
            name={`${AT}.updates.period.timeframe`}
            label={benefit.unit}
            choices={choicesOf({ day: periods.units.day, month: periods.units.month, year: periods.units.year })}
            defaultValue={updates?.period.timeframe ?? 'year'}
          />
        </div>
      </OptionalSection>
      <OptionalSection label={words.versions} defaultOn={Boolean(versions)}>
        <div className="form-row">
          <TextInput
            name={`${AT}.versions.minimum`}
            label={words.minimum}
            defaultValue={versions?.minimum ?? ''}
            maxLength={110}
          />
          <TextInput
            name={`${AT}.versions.maximum`}
            label={words.maximum}
            hint={words.maximumHint}
            defaultValue={versions?.maximum ?? ''}
            maxLength={110}
          />
        </div>
      </OptionalSection>
    </>
  );
}
