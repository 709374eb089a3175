import type { Config } from '#platform/config';
import { mailServerProblem } from '#platform/mail/composition';
import { type Finding, ok, problem, warning } from './finding.ts';

/** Whether the mail server accepts the credentials. Nothing is sent. */
export async function examineMail({ smtpUrl, mailFolder }: Config): Promise<Finding[]> {
  if (smtpUrl === undefined) {
    return [warning('mail', `Emails are written to ${mailFolder}`, 'Set SMTP_URL and MAIL_FROM to send them.')];
  }
  const reason = await mailServerProblem(smtpUrl);
  return reason === undefined
    ? [ok('mail', 'the mail server accepts connections')]
    : [
        problem(
          'mail',
          `The mail server does not accept connections: ${reason}`,
          'Correct SMTP_URL. Emails are repeated for six hours.',
        ),
      ];
}
