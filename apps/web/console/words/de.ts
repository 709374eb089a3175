import { accountDe } from '../account/words.de.ts';
import { benefitsDe } from '../benefits/words.de.ts';
import { auditLogDe } from '../audit-log/words.de.ts';
import { connectorsDe } from '../connectors/words.de.ts';
import { customersDe } from '../customers/words.de.ts';
import { giftsDe } from '../customers/gift-words.de.ts';
import { eventsDe } from '../events/words.de.ts';
import { keyImportDe } from '../keys/import/words.de.ts';
import { historyDe } from '../history/words.de.ts';
import { keysDe } from '../keys/words.de.ts';
import { singleSignOnSettingsDe } from '../settings/single-sign-on-words.de.ts';
import { singleSignOnDe } from '../single-sign-on/words.de.ts';
import { settingsDe } from '../settings/words.de.ts';
import { ordersDe } from '../orders/words.de.ts';
import { salesDe } from '../sales/words.de.ts';
import { seatsDe } from '../seats/words.de.ts';
import { subscriptionsDe } from '../subscriptions/words.de.ts';
import { metersDe } from '../meters/words.de.ts';
import { failedEventsDe } from '../failed-events/words.de.ts';
import { undeliveredDe } from '../undelivered/words.de.ts';
import { tokensDe } from '../tokens/words.de.ts';
import { webhooksDe } from '../webhooks/words.de.ts';
import { productsDe } from '../products/words.de.ts';
import type { Words } from './en.ts';

export const de: Words = {
  title: 'Latchkey-Konsole',
  signIn: {
    title: 'Anmelden',
    text: 'Lizenzschlüssel, Kunden und Verkäufe verwalten.',
    email: 'E-Mail-Adresse',
    send: 'Code zusenden',
    withPassword: 'Mit Passwort anmelden',
    withCode: 'Mit Code anmelden',
    withPasskey: 'Mit Passkey anmelden',
    passkeyRefused: 'Kein Passkey wurde verwendet. Wählen Sie einen anderen Weg.',
    passkeyUnknown: 'Dieser Passkey ist hier nicht bekannt. Wählen Sie einen anderen Weg.',
    password: 'Passwort',
    submit: 'Anmelden',
    codeTitle: 'Sehen Sie in Ihre Post',
    codeText: (email, duration) => `Wenn ${email} hier bekannt ist, ist ein Code unterwegs. Er gilt einmal und ${duration} lang.`,
    code: 'Code',
    again: 'Andere Adresse verwenden',
    resend: 'Neuen Code senden',
    resent: 'Ein neuer Code ist unterwegs.',
    wrong: 'Das ist falsch oder nicht mehr gültig. Prüfen Sie die Eingabe oder fordern Sie einen neuen Code an.',
    secondTitle: 'Noch ein Schritt',
    secondText: 'Geben Sie den Code Ihrer Authenticator-App oder einen Ihrer Wiederherstellungscodes ein.',
    secondCode: 'Code der App oder Wiederherstellungscode',
  },
  accountMenu: 'Konto',
  accountPage: 'Ihr Konto',
  signOut: 'Abmelden',
  signedOut: 'Sie sind abgemeldet.',
  noOrganization: 'Sie gehören noch zu keiner Organisation',
  noOrganizationText: 'Bitten Sie einen Eigentümer um Aufnahme oder legen Sie eine Organisation auf der Kommandozeile an.',
  otherOrganization: 'Sie gehören nicht zu dieser Organisation',
  otherOrganizationText: 'Wählen Sie eine der Ihren.',
  organization: 'Organisation',
  blocked: 'Diese Organisation ist gesperrt. Ihre Daten können gelesen, aber nicht geändert werden.',
  navigation: 'Seiten',
  toOverview: 'Zum Überblick',
  nav: {
    overview: 'Überblick',
    licensing: 'Lizenzen',
    keys: 'Lizenzschlüssel',
    seats: 'Plätze',
    catalog: 'Katalog',
    products: 'Produkte',
    benefits: 'Leistungen',
    sales: 'Verkauf',
    customers: 'Kunden',
    subscriptions: 'Abonnements',
    orders: 'Bestellungen',
    undelivered: 'Bezahlt, nicht geliefert',
    usage: 'Nutzung',
    meters: 'Zähler',
    events: 'Ereignisse',
    developers: 'Entwicklung',
    tokens: 'Zugriffstoken',
    webhooks: 'Webhooks',
    failedEvents: 'Fehlgeschlagene Ereignisse',
    connectors: 'Anbindungen',
    organization: 'Organisation',
    auditLog: 'Protokoll',
    settings: 'Einstellungen',
  },
  palette: {
    open: 'Suchen oder springen',
    placeholder: 'Schlüssel, Kunde, Bestellung, Produkt, Seite oder Aktion',
    results: 'Ergebnisse',
    pages: 'Seite',
    action: 'Aktion',
    kinds: {
      license_key: 'Lizenzschlüssel',
      customer: 'Kunde',
      order: 'Bestellung',
      subscription: 'Abonnement',
      product: 'Produkt',
    },
    recordSale: 'Verkauf erfassen',
    issueKey: 'Lizenzschlüssel ausstellen',
    extendKey: 'Lizenzschlüssel verlängern…',
    whichKey: 'Welcher Lizenzschlüssel? Ein Teil davon oder sein Kunde',
    type: 'Geben Sie mindestens zwei Zeichen ein.',
    nothing: 'Nichts gefunden',
    shortcuts: 'Tastenkürzel',
    control: 'Strg',
    single: 'Kürzel aus einer einzelnen Taste',
    singleText: 'Ohne sie gilt nur Strg K, womit sich auch diese Seite finden lässt. Das merkt sich dieser Browser.',
    search: 'Suchen',
    rows: 'Vorige oder nächste Zeile',
    openRow: 'Zeile öffnen',
  },
  overview: {
    period: 'Zeitraum',
    periods: { week: 'Letzte 7 Tage', month: 'Letzte 30 Tage', quarter: 'Letzte 91 Tage', year: 'Letzte 365 Tage' },
    currency: 'Währung',
    everyCurrency: 'Alle Währungen',
    currencyNote: (currency) => `Beträge sind ohne Steuer und nur die in ${currency}.`,
    before: (value) => `vorher: ${value}`,
    revenue: 'Umsatz',
    netRevenue: 'Abzüglich Erstattungen',
    recurring: 'Monatlich wiederkehrender Umsatz',
    newCustomers: 'Neue Kunden',
    lostCustomers: 'Verlorene Abonnenten',
    activeKeys: 'Aktive Schlüssel',
    activationsOf: 'Aktivierungen',
    expiring: 'Laufen in 30 Tagen ab',
    undelivered: 'Bezahlt, nicht geliefert',
    failingEndpoints: 'Endpunkte mit Fehlern',
    validations: 'Prüfungen je Tag',
    activations: 'Aktivierungen je Tag',
    day: 'Tag',
    count: 'Anzahl',
    recentOrders: 'Letzte Käufe',
    product: 'Produkt',
    amount: 'Betrag',
    time: 'Zeit',
  },
  ...accountDe,
  ...auditLogDe,
  ...connectorsDe,
  ...undeliveredDe,
  ...keysDe,
  ...historyDe,
  ...keyImportDe,
  ...customersDe,
  ...giftsDe,
  ...singleSignOnDe,
  ...singleSignOnSettingsDe,
  ...settingsDe,
  ...salesDe,
  ...subscriptionsDe,
  ...ordersDe,
  ...seatsDe,
  ...metersDe,
  ...eventsDe,
  ...tokensDe,
  ...webhooksDe,
  ...failedEventsDe,
  ...productsDe,
  ...benefitsDe,
};
