//! What operations return if they did not do what they were asked for. The license that is stored is what it was.

use std::fmt;
use std::time::{Duration, SystemTime};

/// An enumeration whose variants have names in the protocol.
macro_rules! named {
    ($(#[$about:meta])* $name:ident { $($(#[$what:meta])* $variant:ident = $text:literal,)+ }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name { $($(#[$what])* $variant,)+ }

        impl $name {
            /// The name in the protocol.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $text,)+ }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }
    };
}
pub(crate) use named;

named! {
    /// Why something that was answered, or is stored, proves nothing.
    Fault {
        /// Longer than anything that the service sends.
        TooLong = "too_long",
        /// Not in its form.
        Malformed = "malformed",
        /// Another algorithm than Ed25519.
        WrongAlgorithm = "wrong_algorithm",
        /// Something else that the service has signed.
        WrongType = "wrong_type",
        /// A key that is not in the set of the organization.
        UnknownKey = "unknown_key",
        /// Changed, or signed by somebody else.
        BadSignature = "bad_signature",
        /// Another service.
        WrongIssuer = "wrong_issuer",
        /// Another organization.
        WrongOrganization = "wrong_organization",
        /// Another license key.
        WrongLicenseKey = "wrong_license_key",
        /// Another device.
        WrongDevice = "wrong_device",
        /// A license key for another product.
        WrongBenefit = "wrong_benefit",
        /// The answer to another request.
        WrongNonce = "wrong_nonce",
        /// The answer to a request with another content.
        WrongRequest = "wrong_request",
        /// Without a signature, such as the page of a hotel's network.
        NotSigned = "not_signed",
        /// Not valid yet.
        NotYetValid = "not_yet_valid",
        /// No longer valid.
        Expired = "expired",
        /// Older than what is known.
        Replayed = "replayed",
    }
}

named! {
    /// Why there is no answer.
    UnavailableReason {
        /// No connection.
        Network = "network",
        /// No response in time.
        Timeout = "timeout",
        /// Too many requests.
        RateLimited = "rate_limited",
        /// The service has a problem.
        ServerError = "server_error",
        /// Something else responded.
        NotTheService = "not_the_service",
    }
}

/// The service refused. Refusals are not signed: they end no lease that is valid.
#[derive(Clone, Debug)]
pub struct Refused {
    /// The header `License-Code` of the service, such as `REVOKED`; `INVALID_REQUEST` if the request was malformed.
    pub code: String,
    /// The status of HTTP.
    pub status: u16,
    /// A sentence for developers.
    pub detail: String,
    /// When the same may be permitted, if the service said so.
    pub retry_at: Option<SystemTime>,
    /// With `ACTIVATION_LIMIT_REACHED`: a page on which the customer signs in and removes a device. Open for an hour.
    pub manage_url: Option<String>,
}

/// There is no answer, after all attempts.
#[derive(Clone, Debug)]
pub struct Unavailable {
    /// Why.
    pub reason: UnavailableReason,
    /// A sentence for developers.
    pub detail: String,
    /// When the service wants to be asked again.
    pub retry_after: Option<Duration>,
}

/// Why an operation did not do what it was asked for.
#[derive(Debug)]
pub enum Error {
    /// No license key is stored that could be presented.
    NotActivated,
    /// The service refused.
    Refused(Refused),
    /// There is no answer.
    Unavailable(Unavailable),
    /// Something was answered that the service did not sign for this.
    Untrusted(Fault),
    /// The application has ended the wait ([`crate::LicenseClient::cancel_waits`]).
    Canceled,
    /// The storage, or the system's source of random bytes, failed.
    Io(std::io::Error),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotActivated => f.write_str("not activated"),
            Self::Refused(refused) => write!(f, "{}: {}", refused.code, refused.detail),
            Self::Unavailable(unavailable) => write!(f, "{}: {}", unavailable.reason, unavailable.detail),
            Self::Untrusted(fault) => fault.fmt(f),
            Self::Canceled => f.write_str("canceled"),
            Self::Io(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Fault {}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Io(error) => Some(error),
            _ => None,
        }
    }
}

impl From<Fault> for Error {
    fn from(fault: Fault) -> Self {
        Self::Untrusted(fault)
    }
}

impl From<Unavailable> for Error {
    fn from(unavailable: Unavailable) -> Self {
        Self::Unavailable(unavailable)
    }
}

impl From<std::io::Error> for Error {
    fn from(error: std::io::Error) -> Self {
        Self::Io(error)
    }
}

/// An option with which nothing could be verified.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidOption(pub(crate) &'static str);

impl fmt::Display for InvalidOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl std::error::Error for InvalidOption {}
