//! Signed lists of what became of leases (IETF Token Status List).

use crate::Fault;
use crate::encoding::{from_base64, object_in, text_in};
use crate::error::named;
use crate::tokens::{MAX_LIST, PublicKey, TOLERANCE, claims_of, time_in};
use miniz_oxide::inflate::{TINFLStatus, decompress_to_vec_zlib_with_limit};
use serde_json::Value;

const MAX_INFLATED: usize = 1024 * 1024;

named! {
    /// What a status list says about a lease.
    Status {
        /// Nothing has happened to it.
        Valid = "valid",
        /// The seller has ended it.
        Revoked = "revoked",
        /// The seller has suspended it.
        Suspended = "suspended",
    }
}

/// The status at a place of a signed list, and when the list was issued.
pub fn status_in(token: &str, index: usize, uri: &str, keys: &[PublicKey], now: i64) -> Result<(Status, i64), Fault> {
    let claims = claims_of(token, "statuslist+jwt", keys, MAX_LIST)?;
    if text_in(&claims, "sub") != Ok(uri) {
        return Err(Fault::WrongRequest);
    }
    let issued_at = time_in(&claims, "iat")?;
    if now >= time_in(&claims, "exp")?.saturating_add(TOLERANCE) {
        return Err(Fault::Expired);
    }
    let listed = object_in(&claims, "status_list")?;
    if listed.get("bits").and_then(Value::as_u64) != Some(2) {
        return Err(Fault::Malformed);
    }
    let packed = from_base64(text_in(listed, "lst")?).ok_or(Fault::Malformed)?;
    let statuses = decompress_to_vec_zlib_with_limit(&packed, MAX_INFLATED).map_err(|error| match error.status {
        TINFLStatus::HasMoreOutput => Fault::TooLong,
        _ => Fault::Malformed,
    })?;
    let mut places = statuses.iter().flat_map(|byte| [byte & 3, byte >> 2 & 3, byte >> 4 & 3, byte >> 6]);
    match places.nth(index) {
        Some(0) => Ok((Status::Valid, issued_at)),
        Some(1) => Ok((Status::Revoked, issued_at)),
        Some(2) => Ok((Status::Suspended, issued_at)),
        _ => Err(Fault::Malformed),
    }
}
