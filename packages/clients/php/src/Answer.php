<?php

declare(strict_types=1);

namespace Latchkey;

/** A response, whatever its status. */
final class Answer
{
    public int $status;
    /** @var array<string, string> by their names in lower case */
    public array $headers;
    public string $text;

    /** @param array<string, string> $headers */
    public function __construct(int $status, array $headers, string $text)
    {
        $this->status = $status;
        $this->headers = array_change_key_case($headers, CASE_LOWER);
        $this->text = $text;
    }

    public function header(string $name): string
    {
        return $this->headers[$name] ?? '';
    }
}
