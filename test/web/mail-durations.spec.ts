import { mailTemplates, SERVICE } from '#kernel';
import { render } from '#platform/mail';
import { contexts } from '../../apps/contexts.ts';
import { seatsDe } from '../../apps/web/console/seats/words.de.ts';
import { seatsEn } from '../../apps/web/console/seats/words.en.ts';
import { settingsDe } from '../../apps/web/console/settings/words.de.ts';
import { settingsEn } from '../../apps/web/console/settings/words.en.ts';
import { de as portalDe } from '../../apps/web/portal/words/de.ts';
import { en as portalEn } from '../../apps/web/portal/words/en.ts';

test('every context was loaded', () => {
  expect(contexts.length).toBeGreaterThan(0);
});

/** The durations that a text names. */
const durations = (text: string): string[] =>
  text.match(/\d+ (?:hours|days|minutes|Stunden|Tagen?|Minuten)/g)!.map((each) => each.replace('Tagen', 'Tage'));

test.each([
  ['seat_invitation', seatsEn.pool.inviteText, seatsDe.pool.inviteText],
  ['member_invitation', settingsEn.settings.people.inviteText, settingsDe.settings.people.inviteText],
  ['sign_in_code', portalEn.signIn.codeText(''), portalDe.signIn.codeText('')],
  ['user_sign_in_code', portalEn.signIn.codeText(''), portalDe.signIn.codeText('')],
])('%s works as long as the pages say', (name, en, de) => {
  const template = mailTemplates().find((each) => each.name === name)!;
  const mailed = (language: string) => durations(render(template.preview(SERVICE, language)).text);
  expect([mailed('en'), mailed('de')]).toEqual([durations(en), durations(de)]);
});
