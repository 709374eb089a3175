<?php

declare(strict_types=1);

namespace Latchkey;

/**
 * Sends requests with libcurl: with the certificates and the proxy of the system (`HTTPS_PROXY`, `NO_PROXY`, `SSL_CERT_FILE`) unless it is given
 * others. `ca` is a file with certificates in PEM that are trusted instead, `proxy` a URL such as `http://user:password@proxy.example:3128`.
 */
final class CurlTransport implements Transport
{
    private const MAX_ANSWER = 1024 * 1024;
    private const MAX_DETAIL = 500;
    private const PROXY_STOPS = 'The proxy does not let the request pass';
    /** What systems call it if nobody listens at a port, and if there is no way to a host. */
    private const REFUSED = [61, 111, 10061];
    private const NO_WAY = [51, 65, 101, 113, 10051, 10065];

    private ?string $ca;
    private ?string $proxy;
    /** @var resource|\CurlHandle|null */
    private $curl;

    public function __construct(?string $ca = null, ?string $proxy = null)
    {
        if ($ca !== null && strpos((string) @file_get_contents($ca), '-----BEGIN CERTIFICATE-----') === false) {
            throw new \InvalidArgumentException('`ca` is no file with certificates in PEM.');
        }
        $this->ca = $ca ?? (getenv('SSL_CERT_FILE') ?: null);
        $this->proxy = $proxy;
    }

    public function send(string $method, string $url, array $headers, ?string $body, float $seconds): Answer
    {
        $received = [];
        $text = '';
        $isTooLong = false;
        // The connection is kept for the next request.
        $this->curl = $this->curl ?? curl_init();
        $curl = $this->curl;
        curl_reset($curl);
        curl_setopt_array($curl, [
            CURLOPT_URL => $url,
            CURLOPT_CUSTOMREQUEST => $method,
            CURLOPT_HTTPHEADER => array_map(
                static fn (string $name, string $value): string => "$name: $value",
                array_keys($headers),
                $headers
            ),
            CURLOPT_PROTOCOLS => CURLPROTO_HTTP | CURLPROTO_HTTPS,
            CURLOPT_FOLLOWLOCATION => false,
            CURLOPT_NOSIGNAL => true,
            CURLOPT_TIMEOUT_MS => max(1, (int) ceil($seconds * 1000)),
            CURLOPT_CONNECTTIMEOUT_MS => max(1, (int) ceil($seconds * 1000)),
            // The answers of a proxy to CONNECT are none of the service.
            CURLOPT_SUPPRESS_CONNECT_HEADERS => true,
            CURLOPT_HEADERFUNCTION => static function ($curl, string $line) use (&$received): int {
                $parts = explode(':', $line, 2);
                if (count($parts) === 2) {
                    $received[strtolower(trim($parts[0]))] = trim($parts[1]);
                } elseif (strncmp($line, 'HTTP/', 5) === 0) {
                    $received = [];
                }
                return strlen($line);
            },
            CURLOPT_WRITEFUNCTION => static function ($curl, string $part) use (&$text, &$isTooLong): int {
                $text .= $part;
                $isTooLong = strlen($text) > self::MAX_ANSWER;
                return $isTooLong ? 0 : strlen($part);
            },
        ]);
        if ($body !== null) {
            curl_setopt($curl, CURLOPT_POSTFIELDS, $body);
        }
        if ($this->ca !== null) {
            curl_setopt($curl, CURLOPT_CAINFO, $this->ca);
        }
        if ($this->proxy !== null) {
            curl_setopt($curl, CURLOPT_PROXY, $this->proxy);
            curl_setopt($curl, CURLOPT_NOPROXY, '');
        }
        if (curl_exec($curl) === false) {
            throw $isTooLong
                ? new Unavailable('not_the_service', 'The response is too long.')
                : $this->unavailable($url, $seconds);
        }
        return new Answer((int) curl_getinfo($curl, CURLINFO_RESPONSE_CODE), $received, $text);
    }

    private function unavailable(string $url, float $seconds): Unavailable
    {
        if (curl_errno($this->curl) === CURLE_OPERATION_TIMEDOUT) {
            return Retries::timedOut($seconds);
        }
        if (curl_getinfo($this->curl, CURLINFO_HTTP_CONNECTCODE) === 407) {
            return new Unavailable('not_the_service', self::PROXY_STOPS . ' (407: it asks for a sign-in).');
        }
        $said = substr(curl_error($this->curl), 0, self::MAX_DETAIL);
        return new Unavailable('network', "{$this->cause($url)} ($said).");
    }

    /** Why there is no connection, in words that tell people what to do. */
    private function cause(string $url): string
    {
        $host = self::hostOf($url);
        $proxy = $this->usedProxy($url);
        $to = $proxy === null ? $host : 'the proxy ' . self::hostOf($proxy);
        $system = curl_getinfo($this->curl, CURLINFO_OS_ERRNO);
        switch (curl_errno($this->curl)) {
            case CURLE_URL_MALFORMAT:
            case CURLE_COULDNT_RESOLVE_HOST:
            case CURLE_COULDNT_RESOLVE_PROXY:
                return "No such host: $to";
            case CURLE_SSL_PEER_CERTIFICATE:
            case CURLE_SSL_CACERT:
            case CURLE_SSL_CACERT_BADFILE:
                return "Certificate of $host not trusted";
            case CURLE_COULDNT_CONNECT:
                if (in_array($system, self::REFUSED, true)) {
                    return "Connection refused by $to";
                }
                if (in_array($system, self::NO_WAY, true)) {
                    return $proxy === null ? "No way to $host: a proxy may be needed" : "No way to $to";
                }
        }
        $connected = (int) curl_getinfo($this->curl, CURLINFO_HTTP_CONNECTCODE);
        return $connected >= 300 ? self::PROXY_STOPS : "No connection to $to";
    }

    /** The proxy that was given, or that of the environment. `NO_PROXY` may except this host: then there is a connection without it. */
    private function usedProxy(string $url): ?string
    {
        $scheme = strtolower((string) parse_url($url, PHP_URL_SCHEME));
        $environment = getenv("{$scheme}_proxy") ?: ($scheme === 'https' ? getenv('HTTPS_PROXY') : false);
        $proxy = $this->proxy ?? ($environment ?: null);
        $address = $proxy === null ? null : gethostbyname((string) parse_url($proxy, PHP_URL_HOST));
        return $address === curl_getinfo($this->curl, CURLINFO_PRIMARY_IP) ? $proxy : $this->proxy;
    }

    private static function hostOf(string $url): string
    {
        $port = parse_url($url, PHP_URL_PORT);
        return parse_url($url, PHP_URL_HOST) . (is_int($port) ? ":$port" : '');
    }
}
