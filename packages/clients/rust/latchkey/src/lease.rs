//! Leases: what an application may do without a network.

use crate::Fault;
use crate::encoding::{JsonObject, object_in, text_in, text_of};
use crate::error::named;
use crate::tokens::{MAX_TOKEN, PublicKey, Signers, TOLERANCE, assert_from, claims_of, open_key_set, time_in};
use crate::units::{Units, units_in};

named! {
    /// Whether a lease is in its time.
    Validity {
        /// It is.
        Valid = "valid",
        /// It is over, and the application may go on until `grace_until`.
        Grace = "grace",
    }
}

/// As the service has signed it. Times are seconds since the epoch.
#[derive(Clone, Debug, PartialEq)]
pub struct Lease {
    /// Its ID.
    pub id: String,
    /// The license key.
    pub license_key_id: String,
    /// The activation.
    pub activation_id: String,
    /// The device.
    pub device: Option<String>,
    /// The one of the request that it answers.
    pub nonce: Option<String>,
    /// When it was signed.
    pub issued_at: i64,
    /// From when it is valid.
    pub not_before: i64,
    /// Until when it is valid.
    pub expires_at: i64,
    /// From when it should be renewed.
    pub refresh_after: i64,
    /// Until when the application may go on.
    pub grace_until: i64,
    /// Its place in the status list.
    pub status_index: usize,
    /// The status list.
    pub status_uri: String,
    /// Units of counters that the device may use without a network.
    pub units: Units,
    /// The ID with which they are settled; `None` if there are none.
    pub units_id: Option<String>,
    /// All claims, also those that this version does not know.
    pub claims: JsonObject,
}

/// What a lease has to say. `None` is not compared.
#[derive(Clone, Copy, Debug, Default)]
pub struct Expected<'a> {
    /// The device.
    pub device: &'a str,
    /// The license key.
    pub license_key_id: Option<&'a str>,
    /// The nonce of the request.
    pub nonce: Option<&'a str>,
    /// The benefits of which one has to be that of the license key.
    pub benefit_ids: Option<&'a [String]>,
}

/// The lease in a token that one of the keys has signed, for this organization and device. The time is not considered.
pub(crate) fn open_lease(token: &str, keys: &[PublicKey], signers: &Signers, expected: Expected<'_>) -> Result<Lease, Fault> {
    let claims = claims_of(token, "latchkey-lease+jwt", keys, MAX_TOKEN)?;
    assert_from(&claims, signers)?;
    let lease = lease_in(claims)?;
    if expected.license_key_id.is_some_and(|id| id != lease.license_key_id) {
        return Err(Fault::WrongLicenseKey);
    }
    if lease.device.as_deref() != Some(expected.device) {
        return Err(Fault::WrongDevice);
    }
    if let Some(benefit_ids) = expected.benefit_ids {
        let benefit_id = text_in(object_in(&lease.claims, "license")?, "benefit_id")?;
        if !benefit_ids.iter().any(|each| each == benefit_id) {
            return Err(Fault::WrongBenefit);
        }
    }
    if expected.nonce.is_some() && expected.nonce != lease.nonce.as_deref() {
        return Err(Fault::WrongNonce);
    }
    Ok(lease)
}

/// The lease that a set of keys proves. The time is not considered.
pub(crate) fn proven_lease(token: &str, signed_keys: &str, signers: &Signers, expected: Expected<'_>) -> Result<Lease, Fault> {
    let key_set = open_key_set(signed_keys, signers, 0)?;
    let lease = open_lease(token, &key_set.keys, signers, expected)?;
    if key_set.is_over(lease.issued_at) { Err(Fault::Expired) } else { Ok(lease) }
}

/// Everything that can be verified without a network: the set of keys, the lease, and the time.
pub fn verify_lease(
    token: &str,
    signed_keys: &str,
    now: i64,
    signers: &Signers,
    expected: Expected<'_>,
) -> Result<(Lease, Validity), Fault> {
    let lease = proven_lease(token, signed_keys, signers, expected)?;
    if now >= lease.grace_until.saturating_add(TOLERANCE) {
        return Err(Fault::Expired);
    }
    if now < lease.not_before.saturating_sub(TOLERANCE) {
        return Err(Fault::NotYetValid);
    }
    let validity = if now < lease.expires_at { Validity::Valid } else { Validity::Grace };
    Ok((lease, validity))
}

fn lease_in(claims: JsonObject) -> Result<Lease, Fault> {
    let device = object_in(&claims, "device")?;
    let place = object_in(object_in(&claims, "status")?, "status_list")?;
    let units = if claims.contains_key("units_id") {
        let id = text_in(&claims, "units_id")?.to_owned();
        Some((id, units_in(claims.get("units")).ok_or(Fault::Malformed)?))
    } else {
        None
    };
    let (units_id, units) = units.unzip();
    Ok(Lease {
        id: text_in(&claims, "jti")?.to_owned(),
        license_key_id: text_in(&claims, "sub")?.to_owned(),
        activation_id: text_in(device, "activation_id")?.to_owned(),
        device: text_of(device, "id"),
        nonce: text_of(&claims, "nonce"),
        issued_at: time_in(&claims, "iat")?,
        not_before: time_in(&claims, "nbf")?,
        expires_at: time_in(&claims, "exp")?,
        refresh_after: time_in(&claims, "refresh_after")?,
        grace_until: time_in(&claims, "grace_until")?,
        status_index: usize::try_from(time_in(place, "idx")?).map_err(|_| Fault::Malformed)?,
        status_uri: text_in(place, "uri")?.to_owned(),
        units: units.unwrap_or_default(),
        units_id,
        claims,
    })
}
