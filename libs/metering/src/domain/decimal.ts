const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/;
const TEN = 10n;

/** A decimal number of any length: sums of them are exact, as those of `numeric` in the database are. */
export class Decimal {
  static readonly ZERO = new Decimal(0n, 0);

  private constructor(
    private readonly digits: bigint,
    /** How many of the digits are behind the point. */
    private readonly scale: number,
  ) {}

  /** A number, or its text in the database. */
  static of(value: number | string): Decimal {
    const match = NUMBER.exec(String(value));
    if (!match) throw new RangeError(`Not a decimal number: ${value}`);
    const [, sign, whole, fraction = '', exponent = '0'] = match;
    const scale = fraction.length - Number(exponent);
    const digits = BigInt(`${sign}${whole}${fraction}`);
    return scale < 0 ? new Decimal(digits * TEN ** BigInt(-scale), 0) : new Decimal(digits, scale);
  }

  static min(a: Decimal, b: Decimal): Decimal {
    return a.isLessThan(b) ? a : b;
  }

  static max(a: Decimal, b: Decimal): Decimal {
    return a.isLessThan(b) ? b : a;
  }

  static sum(terms: readonly Decimal[]): Decimal {
    return terms.reduce((sum, term) => sum.plus(term), Decimal.ZERO);
  }

  plus(other: Decimal): Decimal {
    const scale = Math.max(this.scale, other.scale);
    return new Decimal(this.scaledTo(scale) + other.scaledTo(scale), scale);
  }

  minus(other: Decimal): Decimal {
    return this.plus(new Decimal(-other.digits, other.scale));
  }

  isLessThan(other: Decimal): boolean {
    return this.minus(other).digits < 0n;
  }

  get isPositive(): boolean {
    return this.digits > 0n;
  }

  get floor(): Decimal {
    const unit = TEN ** BigInt(this.scale);
    const whole = this.digits / unit;
    return new Decimal(this.digits < 0n && whole * unit !== this.digits ? whole - 1n : whole, 0);
  }

  /** The closest JSON number. */
  toNumber(): number {
    return Number(this.toString());
  }

  toString(): string {
    const sign = this.digits < 0n ? '-' : '';
    const text = String(this.digits < 0n ? -this.digits : this.digits).padStart(this.scale + 1, '0');
    const point = text.length - this.scale;
    const [whole, fraction] = [text.slice(0, point), text.slice(point).replace(/0+$/, '')];
    return `${sign}${whole}${fraction && `.${fraction}`}`;
  }

  private scaledTo(scale: number): bigint {
    return this.digits * TEN ** BigInt(scale - this.scale);
  }
}
