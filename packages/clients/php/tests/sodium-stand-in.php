<?php

// For a PHP without `sodium`, such as the one in WebAssembly: who has the public key could sign, which the tests do not ask.

declare(strict_types=1);

function sodium_crypto_sign_keypair(): string
{
    return random_bytes(32);
}

function sodium_crypto_sign_publickey(string $pair): string
{
    return $pair;
}

function sodium_crypto_sign_secretkey(string $pair): string
{
    return $pair;
}

function sodium_crypto_sign_detached(string $data, string $key): string
{
    return hash_hmac('sha512', $data, $key, true);
}

function sodium_crypto_sign_verify_detached(string $signature, string $data, string $key): bool
{
    return hash_equals(hash_hmac('sha512', $data, $key, true), $signature);
}
