<?php

declare(strict_types=1);

namespace Latchkey;

/** Where the customer allows the application to sign in, for as long as the code is valid. */
final class SignInCode
{
    /** What the application shows, and the customer types on the page. */
    public string $userCode;
    public string $verificationUri;
    /** The page with the code filled in, to open in a browser or to show as a QR code. */
    public string $verificationUriComplete;

    public function __construct(string $userCode, string $verificationUri, string $verificationUriComplete)
    {
        $this->userCode = $userCode;
        $this->verificationUri = $verificationUri;
        $this->verificationUriComplete = $verificationUriComplete;
    }
}
