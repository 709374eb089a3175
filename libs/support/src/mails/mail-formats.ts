import { durationIn } from '#support/credentials';

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

  duration(milliseconds: number): string {
    return durationIn(this.locale, milliseconds);
  }

  list(texts: readonly string[]): string {
    return new Intl.ListFormat(this.locale).format(texts);
  }
}
