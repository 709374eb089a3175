//! Licensing for applications: activate a license key, validate it, and work without a network for as long as the seller allows.
//!
//! [`LicenseClient`] has the operations. The verifications stand by themselves too ([`verify_lease`], [`open_key_set`], [`status_in`],
//! [`verify_answer`]), for servers and tools, and [`json`] has everything as texts, for bindings to other languages.

#![forbid(unsafe_code)]
#![deny(missing_docs)]
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

mod activation;
mod background;
mod client;
mod clock;
mod device;
mod encoding;
mod entitlements;
mod error;
mod file_lock;
mod file_storage;
pub mod json;
mod key_form;
mod lease;
mod lease_file;
mod machine_id;
mod offline;
mod options;
mod records;
mod refresh;
mod reservations;
mod service;
mod sign_in;
mod signed_answer;
mod signed_key;
mod standing;
mod status_list;
mod storage;
mod tokens;
mod transport;
mod units;

pub use activation::Installation;
pub use background::Background;
pub use client::{LicenseClient, LicenseState, Reason, Usable, Validation};
pub use clock::{Clocks, SystemClocks};
pub use device::{Card, DeviceDescription, Machine, describe_device};
pub use encoding::JsonObject;
pub use entitlements::Entitlements;
pub use error::{Error, Fault, InvalidOption, Refused, Unavailable, UnavailableReason};
pub use file_storage::FileStorage;
pub use key_form::normal_form;
pub use lease::{Expected, Lease, Validity, verify_lease};
pub use lease_file::{LeaseFile, lease_file_in};
pub use offline::OfflineActivation;
pub use options::{Application, Options};
pub use refresh::{REFRESH_EVERY, Refreshed};
pub use reservations::{Reservation, Usage, UsageReservations};
pub use sign_in::{SignInCode, SignedInKey};
pub use signed_answer::{SentRequest, Signed, verify_answer};
pub use signed_key::{Carried, SignedLicenseKey, verify_signed_key};
pub use standing::{OverLimit, PastDue, Renewed, Standing, Trial};
pub use status_list::{Status, status_in};
pub use storage::{Guard, MemoryStorage, Storage};
pub use tokens::{KeySet, PublicKey, Signers, open_key_set};
pub use transport::Answer;
pub use units::Units;
