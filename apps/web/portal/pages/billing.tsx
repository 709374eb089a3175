import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { ButtonLink } from '../../ui/button.tsx';
import { Card, Loaded, PageHead } from '../../ui/surfaces.tsx';
import { BillingForm } from '../billing-form.tsx';
import { BASE, customerQuery, sellerQuery, sessionQuery, useReadOnly, userQuery } from '../context.ts';
import { EmailBySeller, EmailForm } from '../email-form.tsx';
import { OtherPurchases } from '../other-purchases.tsx';
import { useWords } from '../words/index.ts';

export function BillingPage(): ReactNode {
  const words = useWords().billing;
  const customer = useQuery(customerQuery);
  const role = useQuery(userQuery).data?.role;
  const isReadOnly = useReadOnly();
  const seesSales = useQuery(sessionQuery).data?.viewer?.sees_sales !== false;
  const mayChangeEmail = useQuery(sellerQuery).data?.customer_portal_settings.customer.allow_email_change;
  return (
    <>
      <PageHead title={words.title} text={words.text} />
      <Loaded of={customer}>
        {(details) => (
          <div className="stack">
            <Card>
              <BillingForm customer={details} isReadOnly={role === 'member' || isReadOnly} />
            </Card>
            {!isReadOnly &&
              details.type === 'individual' &&
              details.email &&
              (mayChangeEmail ? <EmailForm email={details.email} /> : <EmailBySeller email={details.email} />)}
            {!isReadOnly && details.type === 'individual' && role !== 'member' && mayChangeEmail && <OtherPurchases />}
            {seesSales && (
              <Card title={words.data}>
                <p className="soft">{words.dataText}</p>
                <div className="row card-action">
                  <ButtonLink href={`${BASE}/api/v1/customer-portal/customers/me/export`} download="my-data.json" icon={Download}>
                    {words.download}
                  </ButtonLink>
                </div>
              </Card>
            )}
          </div>
        )}
      </Loaded>
    </>
  );
}
