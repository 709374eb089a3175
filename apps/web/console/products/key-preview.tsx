import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useFormats } from '../../i18n/languages.tsx';
import { Fact, Facts, Status } from '../../ui/display.tsx';
import { Card } from '../../ui/surfaces.tsx';
import { useWords } from '../words/index.ts';
import { daysAhead, sampleKey } from './sample-key.ts';

const KeyMail = lazy(async () => ({ default: (await import('./key-mail.tsx')).KeyMail }));

const EVENTS = ['input', 'click', 'keyup'] as const;

/** What a customer will see of a product and its key, from the form around it. */
export function KeyPreview(): ReactNode {
  const words = useWords();
  const { product, benefit } = words;
  const { date, number } = useFormats();
  const anchor = useRef<HTMLDivElement>(null);
  const [read, setRead] = useState<{ readonly form: FormData; readonly at: Date } | null>(null);
  useEffect(() => {
    const around = anchor.current?.closest('form');
    if (!around) return undefined;
    // What is chosen is in the form after the event with which it was chosen.
    const readLater = (): unknown => setTimeout(() => setRead({ form: new FormData(around), at: new Date() }));
    readLater();
    // Before controls keep the events to themselves.
    const options = { capture: true };
    for (const event of EVENTS) document.addEventListener(event, readLater, options);
    return () => {
      for (const event of EVENTS) document.removeEventListener(event, readLater, options);
    };
  }, []);
  const text = (name: string): string => String(read?.form.get(name) ?? '').trim();
  const limit = Number(text('properties.activations.limit'));
  const ends = read && daysAhead(text('properties.expires.ttl'), text('properties.expires.timeframe'), read.at);
  return (
    <div ref={anchor} className="key-preview">
      <Card title={product.preview}>
        {read && (
          <div className="stack">
            <div className="row">
              <strong>{text('name') || product.name}</strong>
              <Status tone="good">{product.previewStatus}</Status>
            </div>
            <code className="sample-key">{sampleKey(read.form)}</code>
            <Facts>
              <Fact name={benefit.expires}>{ends ? product.previewUntil(date(ends.toISOString())) : product.previewNoEnd}</Fact>
              {limit > 0 && <Fact name={benefit.limitDevices}>{number(limit)}</Fact>}
            </Facts>
            {text('properties.deliver_by_email') === 'true' ? (
              <Suspense>
                <KeyMail />
              </Suspense>
            ) : (
              <p className="notice warn">{product.previewNoMail}</p>
            )}
          </div>
        )}
      </Card>
    </div>
  );
}
