import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormats } from '../../i18n/languages.tsx';
import { Ago, Day, Fact } from '../../ui/display.tsx';
import { Card } from '../../ui/surfaces.tsx';
import type { LicenseKeyDetails } from '../context.ts';
import { poolQuery } from '../key-pools/pool-query.ts';
import { useWords } from '../words/index.ts';

type Named = readonly [name: string, value: ReactNode];

/** The rules of a key beyond its limits, as far as it has any. */
export function KeyPolicy({ licenseKey }: { readonly licenseKey: LicenseKeyDetails }): ReactNode {
  const { keyUse: words } = useWords();
  const facts = [...useFloating(licenseKey), ...useOverdraft(licenseKey), ...useTimes(licenseKey), ...useDevices(licenseKey)];
  const pool = usePool(licenseKey);
  const all = pool ? [...facts, pool] : facts;
  if (all.length === 0) return null;
  return (
    <Card title={words.policy}>
      <dl className="facts lines">
        {all.map(([name, value]) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
      </dl>
    </Card>
  );
}

const MINUTE_SECONDS = 60;

/** Slots that devices check out for a time. */
function useFloating({ policy, check_outs, limit_activations: limit }: LicenseKeyDetails): Named[] {
  const { keyUse: words } = useWords();
  const { number } = useFormats();
  if (!policy?.floating) return [];
  const { checkout_seconds, overdraft, processes } = policy.floating;
  const taken = number(check_outs?.taken ?? 0);
  return [
    [words.checkOuts, limit === null ? taken : `${taken} / ${number(limit)}`],
    [words.checkOutTime, words.minutes(number(checkout_seconds / MINUTE_SECONDS))],
    ...(overdraft > 0 ? [[words.overdraft, `${number(check_outs?.overdrawn ?? 0)} / ${number(overdraft)}`] as const] : []),
    ...(processes ? [[words.processes, number(processes.per_device)] as const] : []),
  ];
}

/** Devices beyond the limit of a node-locked key. */
function useOverdraft({ policy, places }: LicenseKeyDetails): Named[] {
  const { keyUse: words } = useWords();
  const { number } = useFormats();
  const overdraft = policy?.node_locked?.overdraft;
  return overdraft === undefined ? [] : [[words.overdraft, `${number(places?.overdrawn ?? 0)} / ${number(overdraft)}`]];
}

function useTimes({ policy, policy_state: state }: LicenseKeyDetails): Named[] {
  const { keyUse: words } = useWords();
  const { number } = useFormats();
  const { updates, check_in, usage_period, versions } = policy ?? {};
  return [
    ...(updates && state?.updates ? [[words.updatesUntil, <Day key="until" at={state.updates.until} />] as const] : []),
    ...(versions ? [[words.versions, `${versions.minimum ?? '…'} – ${versions.maximum ?? '…'}`] as const] : []),
    ...(check_in ? [[words.checkIn, words.days(number(check_in.every_days))] as const] : []),
    ...(usage_period
      ? [
          [
            words.usagePeriod,
            state?.usage_period ? <Day key="period" at={state.usage_period.ends_at} /> : words.every[usage_period.every],
          ] as const,
        ]
      : []),
  ];
}

function useDevices({ policy, policy_state: state }: LicenseKeyDetails): Named[] {
  const { keyUse: words } = useWords();
  const { number } = useFormats();
  const { virtual, swaps } = policy?.devices ?? {};
  return [
    ...(virtual ? [[words.virtualDevices, words.virtual[virtual]] as const] : []),
    ...(swaps ? [[words.swaps, number(state?.devices?.swaps ?? 0)] as const] : []),
  ];
}

function usePool({ benefit_id }: LicenseKeyDetails): Named | null {
  const { keyUse: words } = useWords();
  const { number } = useFormats();
  const { data: pool } = useQuery(poolQuery(benefit_id));
  return pool ? [words.pool, words.poolOf(pool.name, number(pool.available))] : null;
}

/** Says that more devices use a key than it is for. */
export function OverLimitNotice({
  licenseKey: { places, limit_activations, policy, policy_state: state },
}: {
  readonly licenseKey: LicenseKeyDetails;
}): ReactNode {
  const { keyUse: words } = useWords();
  const { number } = useFormats();
  if (!places) return null;
  return (
    <div className="notice warn">
      <TriangleAlert aria-hidden />
      <div>
        <p>{words.overLimit(number(places.taken), number(limit_activations ?? 0))}</p>
        {places.over_limit_since && (
          <p className="small">
            {words.overLimitSince} <Day at={places.over_limit_since} />
          </p>
        )}
        {policy?.over_limit && state?.over_limit && (
          <p className="small">
            {words.overLimitEnds[policy.over_limit.policy]} <Day at={state.over_limit.ends_at} />
          </p>
        )}
      </div>
    </div>
  );
}

/** Says that a key may have leaked. */
export function LeakNotice({ licenseKey: { leak_suspected: leak } }: { readonly licenseKey: LicenseKeyDetails }): ReactNode {
  const { keyUse: words } = useWords();
  const { number } = useFormats();
  if (!leak) return null;
  return (
    <div className="notice warn">
      <TriangleAlert aria-hidden />
      <div>
        <p>{words.leak(number(leak.devices), number(leak.networks))}</p>
        <p className="small">
          <Ago at={leak.at} />
        </p>
      </div>
    </div>
  );
}
