<?php

declare(strict_types=1);

namespace Latchkey;

/** Reads what the customer of a valid license key needs to know (docs/licensing/standing.md). What does not hold is not there. */
final class Standing
{
    private const ITEM = '/\A([a-z][a-z0-9_]*)((?:;[a-z][a-z0-9_]*=(?:"[^"\\\\]{0,64}"|-?[0-9]{1,15}))*)\z/';
    private const PARAMETER = '/;([a-z][a-z0-9_]*)=(?:"([^"\\\\]{0,64})"|(-?[0-9]{1,15}))/';
    private const KNOWN = [
        'trial' => ['until' => 'time'],
        'past_due' => ['until' => 'time'],
        'over_limit' => ['limit' => 'count', 'used' => 'count'],
        'renewed' => ['at' => 'time', 'until' => 'time'],
    ];

    /**
     * Reads the header `License-Standing`. Later versions of the service may tell more, which is left out.
     *
     * @return array<string, array<string, \DateTimeImmutable|int>> by the circumstance, such as `past_due`
     */
    public static function in(string $header): array
    {
        $told = [];
        foreach (explode(', ', $header) as $text) {
            if (preg_match(self::ITEM, $text, $item) === 1 && isset(self::KNOWN[$item[1]])) {
                $told[$item[1]] = self::parametersIn($item[2], self::KNOWN[$item[1]]);
            }
        }
        return $told;
    }

    /**
     * @param array<string, string> $known
     *
     * @return array<string, \DateTimeImmutable|int>
     */
    private static function parametersIn(string $text, array $known): array
    {
        $parameters = [];
        preg_match_all(self::PARAMETER, $text, $found, PREG_SET_ORDER);
        foreach ($found as $each) {
            $value = isset($each[3]) ? (int) $each[3] : Encoding::parseTime($each[2]);
            $isOfKind = is_int($value) ? ($known[$each[1]] ?? '') === 'count' : ($known[$each[1]] ?? '') === 'time';
            if ($value !== null && $isOfKind) {
                $parameters[$each[1]] = $value;
            }
        }
        return $parameters;
    }
}
