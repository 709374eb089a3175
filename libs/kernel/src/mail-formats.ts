const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** How mails write values, by the conventions of a locale. */
export class MailFormats {
  constructor(
    private readonly locale: string,
    private readonly timeZone: string,
  ) {}

  number(value: number): string {
    return new Intl.NumberFormat(this.locale).format(value);
  }

  day(date: Date): string {
    return new Intl.DateTimeFormat(this.locale, { dateStyle: 'long', timeZone: this.timeZone }).format(date);
  }

  /** The day with its time, and the name of the time zone. */
  moment(date: Date): string {
    const day = { day: 'numeric', month: 'long', year: 'numeric' } as const;
    const time = { hour: '2-digit', minute: '2-digit', timeZoneName: 'short', timeZone: this.timeZone } as const;
    return new Intl.DateTimeFormat(this.locale, { ...day, ...time }).format(date);
  }

  /** In the largest unit of which it is more than one: 24 hours, 7 days. */
  duration(milliseconds: number): string {
    const [unit, length] = UNITS.find(([, each]) => milliseconds % each === 0 && milliseconds > each) ?? UNITS[2];
    return new Intl.NumberFormat(this.locale, { style: 'unit', unit, unitDisplay: 'long' }).format(milliseconds / length);
  }

  list(texts: readonly string[]): string {
    return new Intl.ListFormat(this.locale).format(texts);
  }
}
