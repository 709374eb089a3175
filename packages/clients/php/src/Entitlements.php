<?php

declare(strict_types=1);

namespace Latchkey;

/** What a license key that was validated entitles to. */
final class Entitlements
{
    /** @var array<string, array<string, mixed>> the values of each benefit, by its ID */
    private array $flags = [];

    /** @param mixed $listed as a license key has it; what is in another form is left out */
    public function __construct($listed)
    {
        foreach (is_array($listed) ? $listed : [] as $each) {
            $benefitId = is_array($each) ? $each['benefit_id'] ?? null : null;
            $values = is_array($each) ? $each['values'] ?? null : null;
            if (is_string($benefitId) && is_array($values)) {
                $this->flags[$benefitId] = $values;
            }
        }
    }

    /** Whether it has this: a value with the name that is neither `false` nor 0, or the benefit with the ID. */
    public function has(string $name): bool
    {
        foreach ($this->values($name) as $value) {
            if ($value !== false && $value !== 0 && $value !== 0.0) {
                return true;
            }
        }
        return isset($this->flags[$name]);
    }

    /**
     * The number with this name, such as `limit('pages')`; the highest of several. Null if there is none.
     *
     * @return int|float|null
     */
    public function limit(string $name)
    {
        $numbers = array_filter($this->values($name), static fn ($value): bool => is_int($value) || is_float($value));
        return $numbers === [] ? null : max($numbers);
    }

    /** @return list<mixed> */
    private function values(string $name): array
    {
        $having = array_filter($this->flags, static fn (array $values): bool => array_key_exists($name, $values));
        return array_values(array_map(static fn (array $values) => $values[$name], $having));
    }
}
