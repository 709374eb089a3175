//! Activation by files that somebody carries to a machine with a network and back (docs/licensing/offline-activation.md).

use crate::encoding::{JsonObject, from_base64, object, parse_object, random_bytes, text_of, to_base64url, to_json};
use crate::lease::open_lease;
use crate::records::{LeaseRecord, LicenseRecord};
use crate::service::new_nonce;
use crate::{Error, Expected, Fault, Lease, LeaseFile, LicenseClient, LicenseState, Reason, Status, lease_file_in, open_key_set};
use ring::signature::{Ed25519KeyPair, KeyPair};
use serde_json::json;
use std::io;

const VERSION: u64 = 1;
const KEY: &str = "device-key";
const PENDING: &str = "request";
const LAST_DEACTIVATION: &str = "deactivation";

/// The text without blanks around it, such as the line break at the end of a file with the name of the machine.
fn line<'a>(name: &str, given: &'a str, longest: usize) -> io::Result<&'a str> {
    let text = given.trim();
    if (1..=longest).contains(&text.chars().count()) && !text.contains(char::is_control) {
        return Ok(text);
    }
    let problem = format!("`{name}` has to be one line of 1 to {longest} characters, without control characters");
    Err(io::Error::new(io::ErrorKind::InvalidInput, problem))
}

/// The operations, from [`LicenseClient::offline`].
#[derive(Clone, Copy)]
pub struct OfflineActivation<'a> {
    pub(crate) client: &'a LicenseClient,
}

impl OfflineActivation<'_> {
    /// The content of a request file. The answer to an earlier request is no longer accepted. What no file may say is an error of the kind
    /// `InvalidInput`: every text is one line.
    pub fn request(&self, label: &str, platform: Option<&str>, app_version: Option<&str>) -> io::Result<String> {
        let nonce = new_nonce()?;
        let mut claims = self.claims()?;
        let about = json!({
            "jti": nonce,
            "device": self.client.device_id()?,
            "label": line("label", label, 255)?,
            "platform": platform.map(|text| line("platform", text, 64)).transpose()?,
            "app_version": app_version.map(|text| line("app_version", text, 64)).transpose()?,
        });
        claims.extend(object(about).into_iter().filter(|(_, value)| !value.is_null()));
        let file = self.signed("latchkey-activation-request+jwt", &claims)?;
        self.client.storage().write(PENDING, &to_json(&object(json!({ "nonce": nonce }))))?;
        Ok(file)
    }

    /// Takes in the lease file that answers the last request. A file can be taken in again as long as its lease is the current one.
    pub fn import_lease(&self, file: &str) -> Result<LicenseState, Error> {
        let LeaseFile { lease, signed_keys } = lease_file_in(file)?;
        {
            let _guard = self.client.storage().lock()?;
            let current = self.client.inner.records.lease()?;
            if current.is_none_or(|current| current.lease != lease) {
                self.take_in(lease, signed_keys)?;
            }
        }
        Ok(self.client.check()?)
    }

    /// Ends the lease on this machine, and returns the content of a deactivation file: with it the service gives the place to another
    /// machine at once. Nothing brings the lease back. [`Self::last_deactivation`] returns the same text again.
    pub fn deactivate(&self) -> Result<String, Error> {
        let lease = self.held_lease()?.ok_or(Error::NotActivated)?;
        let mut claims = self.claims()?;
        claims.extend(object(json!({
            "sub": lease.license_key_id,
            "activation_id": lease.activation_id,
            "lease": lease.id,
        })));
        let file = self.signed("latchkey-deactivation+jwt", &claims)?;
        let storage = self.client.storage();
        storage.write(LAST_DEACTIVATION, &file)?;
        self.client.inner.records.forget()?;
        storage.remove(PENDING)?;
        storage.remove(KEY)?;
        Ok(file)
    }

    /// The last deactivation file, for those who could not save it.
    pub fn last_deactivation(&self) -> io::Result<Option<String>> {
        self.client.storage().read(LAST_DEACTIVATION)
    }

    /// A machine whose clock is wrong may give back what it has.
    fn held_lease(&self) -> io::Result<Option<Lease>> {
        match self.client.check()? {
            LicenseState::Usable(usable) => Ok(Some(usable.lease)),
            LicenseState::Unusable(Reason::ClockSetBack) => self.client.stored_lease(),
            LicenseState::Unusable(_) => Ok(None),
        }
    }

    fn take_in(&self, lease_token: String, signed_keys: String) -> Result<(), Error> {
        let inner = &self.client.inner;
        let pending = self.client.storage().read(PENDING)?.and_then(|text| parse_object(&text)).unwrap_or_default();
        let nonce = text_of(&pending, "nonce").ok_or(Fault::Replayed)?;
        let key_set = open_key_set(&signed_keys, &inner.service.signers, 0)?;
        let device = self.client.device_id()?;
        let expected = Expected { nonce: Some(&nonce), ..self.client.expected(&device) };
        let lease = open_lease(&lease_token, &key_set.keys, &inner.service.signers, expected)?;
        if lease.issued_at >= key_set.expires_at {
            return Err(Fault::Expired.into());
        }
        let known = inner.records.license()?.unwrap_or_default();
        let license_key_id = Some(lease.license_key_id);
        inner.clock.correct_by_file(lease.issued_at)?;
        inner.records.write_license(&LicenseRecord {
            key: known.key.filter(|_| known.license_key_id == license_key_id),
            activation_id: Some(lease.activation_id),
            license_key_id: license_key_id.clone(),
            device: known.device,
            label: known.label,
            meta: known.meta,
            ..LicenseRecord::default()
        })?;
        let (status, status_issued_at) = (Status::Valid, lease.issued_at);
        inner.records.write_lease(&LeaseRecord { lease: lease_token, signed_keys, license_key_id, status, status_issued_at })?;
        Ok(self.client.storage().remove(PENDING)?)
    }

    fn claims(&self) -> io::Result<JsonObject> {
        let issued_at = self.client.inner.clock.now()?;
        Ok(object(json!({ "version": VERSION, "aud": self.client.inner.options.organization_id, "iat": issued_at })))
    }

    fn signed(&self, kind: &str, claims: &JsonObject) -> io::Result<String> {
        let (key, x) = self.device_key()?;
        let header = object(json!({ "alg": "EdDSA", "typ": kind, "jwk": { "kty": "OKP", "crv": "Ed25519", "x": x } }));
        let signed = [&header, claims].map(|part| to_base64url(to_json(part).as_bytes())).join(".");
        let signature = to_base64url(key.sign(signed.as_bytes()).as_ref());
        Ok(format!("{signed}.{signature}"))
    }

    /// The key that proves that a deactivation comes from the machine that made the request.
    fn device_key(&self) -> io::Result<(Ed25519KeyPair, String)> {
        let stored = self.client.storage().read(KEY)?.and_then(|text| parse_object(&text)).unwrap_or_default();
        let private = text_of(&stored, "d").and_then(|d| from_base64(&d)?.try_into().ok());
        let private: [u8; 32] = private.map_or_else(random_bytes, Ok)?;
        let key = Ed25519KeyPair::from_seed_unchecked(&private).map_err(|error| io::Error::other(error.to_string()))?;
        let x = to_base64url(key.public_key().as_ref());
        if text_of(&stored, "x").as_ref() != Some(&x) {
            let jwk = json!({ "kty": "OKP", "crv": "Ed25519", "x": x, "d": to_base64url(&private) });
            self.client.storage().write(KEY, &to_json(&object(jwk)))?;
        }
        Ok((key, x))
    }
}
