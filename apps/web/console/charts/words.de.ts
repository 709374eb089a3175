import type { chartsEn } from './words.en.ts';

export const chartsDe: typeof chartsEn = {
  title: 'Diagramme',
  text: (currency) => `Beträge sind ohne Steuer und nur die in ${currency}.`,
  group: 'Kennzahlen',
  groups: {
    revenue: 'Umsatz',
    recurring: 'Wiederkehrender Umsatz',
    churn: 'Abwanderung und Bindung',
    seats: 'Plätze',
    usage: 'Nutzung und Kosten',
    validations: 'Prüfungen',
    activations: 'Aktivierungen',
    refusals: 'Ablehnungen',
  },
  interval: 'Intervall',
  intervals: { day: 'Nach Tagen', week: 'Nach Wochen', month: 'Nach Monaten' },
  everyCurrency: 'Alle Währungen zeigen',
  from: 'Von',
  to: 'Bis',
  time: 'Intervall ab',
  value: 'Wert',
  last: 'Im letzten Intervall',
  definition: 'So wird gezählt',
  metrics: {
    revenue: {
      name: 'Umsatz',
      definition: 'Die Beträge der bezahlten Bestellungen, auch wenn sie seither erstattet wurden.',
    },
    net_revenue: {
      name: 'Umsatz ohne Erstattungen',
      definition:
        'Der Umsatz abzüglich dessen, was von diesen Bestellungen erstattet wurde, wann auch immer. Gebühren sind nicht abgezogen.',
    },
    orders: {
      name: 'Bestellungen',
      definition: 'Wie viele Bestellungen bezahlt wurden, in allen Währungen, auch wenn sie seither erstattet wurden.',
    },
    average_order_value: {
      name: 'Durchschnittliche Bestellung',
      definition: 'Umsatz geteilt durch die Zahl der Bestellungen in der Währung, aufgerundet.',
    },
    new_customers: { name: 'Neue Kunden', definition: 'Kunden mit ihrer ersten Bestellung.' },
    monthly_recurring_revenue: {
      name: 'Monatlich wiederkehrender Umsatz',
      definition:
        'Was aktive Abonnements nach ihrer Testphase im Monat bringen, am Ende des Intervalls: der Betrag × 30 bei Tagen, × 4 bei Wochen, ÷ 12 bei Jahren. Es zählen die heutigen Beträge.',
    },
    annual_recurring_revenue: {
      name: 'Jährlich wiederkehrender Umsatz',
      definition: 'Das Zwölffache des monatlich wiederkehrenden Umsatzes.',
    },
    active_subscriptions: {
      name: 'Aktive Abonnements',
      definition: 'Abonnements, die am Ende des Intervalls aktiv sind, auch in der Testphase und mit überfälliger Zahlung.',
    },
    new_subscriptions: { name: 'Neue Abonnements', definition: 'Abonnements, die begonnen haben.' },
    average_revenue_per_user: {
      name: 'Durchschnittlicher Umsatz je Kunde',
      definition: 'Monatlich wiederkehrender Umsatz geteilt durch die Zahl der Kunden mit einem aktiven Abonnement.',
    },
    churn_rate: {
      name: 'Abwanderungsrate',
      definition: 'Gekündigte Abonnements geteilt durch die, die am Anfang des Intervalls aktiv waren.',
    },
    canceled_subscriptions: {
      name: 'Kündigungen',
      definition: 'Abonnements, die gekündigt wurden. Eine zurückgenommene Kündigung zählt nicht.',
    },
    churned_subscriptions: { name: 'Beendete Abonnements', definition: 'Abonnements, die geendet haben.' },
    lost_customers: {
      name: 'Verlorene Kunden',
      definition: 'Kunden, deren letztes Abonnement nicht mehr aktiv ist.',
    },
    ltv: {
      name: 'Kundenwert',
      definition:
        'Durchschnittlicher Umsatz je Kunde abzüglich der Kosten je Nutzer, geteilt durch die Abwanderungsrate; 0, wo niemand gekündigt hat.',
    },
    seats_total: { name: 'Plätze', definition: 'Plätze, die am Ende des Intervalls vergeben sind.' },
    seats_claimed: { name: 'Angenommene Plätze', definition: 'Vergebene Plätze, die ihr Inhaber angenommen hat.' },
    seat_utilization_rate: {
      name: 'Anteil angenommener Plätze',
      definition: 'Angenommene Plätze geteilt durch vergebene.',
    },
    active_user_by_event: {
      name: 'Aktive Nutzer',
      definition:
        'Kunden oder externe IDs, die noch kein Kunde hat, mit einem Nutzungsereignis im Intervall. Die Summe zählt jeden einmal.',
    },
    costs: {
      name: 'Kosten',
      definition: 'Die Summe von _cost.amount der Nutzungsereignisse, in US-Dollar; 0 in einer anderen Währung.',
    },
    cost_per_user: { name: 'Kosten je Nutzer', definition: 'Kosten geteilt durch aktive Nutzer.' },
  },
  uses: {
    validations: {
      name: 'Prüfungen',
      definition: 'Erfolgreiche Prüfungen von Lizenzschlüsseln, ohne Probeläufe. Sie werden nach Stunden gezählt.',
    },
    activations: {
      name: 'Aktivierungen',
      definition:
        'Erfolgreiche Aktivierungen, auch von Geräten, die schon aktiviert waren, ohne Probeläufe. Sie werden nach Stunden gezählt.',
    },
    refusals: {
      name: 'Ablehnungen',
      definition:
        'Prüfungen, Aktivierungen, Lebenszeichen und Ausleihen, die ein Lizenzschlüssel abgelehnt hat, ohne Probeläufe. Unbekannte Schlüssel zählen nicht.',
    },
  },
  by: 'Ein Diagramm je',
  usesBy: { version: 'Version', code: 'Grund', benefit: 'Leistung' },
  usesText: (since, most) =>
    `Bekannt seit ${since}. Die ${most} häufigsten haben ein Diagramm, die 20 häufigsten eine Spalte der Datei.`,
  noVersion: 'Ohne Version',
};
