import { useMutation } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, CircleMinus } from 'lucide-react';
import type { ReactNode } from 'react';
import { answer, type Schema } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { useProblemText } from '../../ui/problem-text.ts';
import { Card } from '../../ui/surfaces.tsx';
import { badToast } from '../../ui/toasts.tsx';
import { api, type LicenseKeyDetails } from '../context.ts';
import { useWords } from '../words/index.ts';

const ICONS = { passed: CircleCheck, failed: CircleAlert, skipped: CircleMinus };

/** Why applications are refused, check by check. */
export function Explanation({ licenseKey: { id } }: { readonly licenseKey: LicenseKeyDetails }): ReactNode {
  const { key: words } = useWords();
  const textOf = useProblemText();
  const explain = useMutation({
    mutationFn: (operation: 'activate' | 'validate') =>
      answer(api.POST('/v1/license-keys/explain', { body: { operation, id, conditions: {} } })),
    onError: (error) => badToast(textOf(error)),
  });
  return (
    <Card title={words.explain}>
      <div className="stack">
        <p className="soft">{words.explainText}</p>
        <div className="row">
          <Button small isPending={explain.isPending} onPress={() => explain.mutate('validate')}>
            {words.explainRun}
          </Button>
          <Button small isPending={explain.isPending} onPress={() => explain.mutate('activate')}>
            {words.explainActivate}
          </Button>
        </div>
        <div role="status" className="stack">
          {explain.data && <Outcome explanation={explain.data} />}
        </div>
      </div>
    </Card>
  );
}

function Outcome({
  explanation: { allowed, code, checks },
}: {
  readonly explanation: Schema<'LicenseKeyExplanation'>;
}): ReactNode {
  const { key: words } = useWords();
  return (
    <>
      <p className={allowed ? 'notice good' : 'notice bad'}>{allowed ? words.allowed : words.refused(code ?? '')}</p>
      <ul className="checks">
        {checks
          .filter(({ outcome }) => outcome === 'failed')
          .map(({ name, outcome, reason, help }) => {
            const Icon = ICONS[outcome];
            return (
              <li key={name}>
                <Icon aria-hidden />
                <span>
                  {reason ?? name}
                  {help && <span className="faint small"> {help}</span>}
                </span>
              </li>
            );
          })}
      </ul>
    </>
  );
}
