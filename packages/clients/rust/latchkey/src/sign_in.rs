//! The sign-in of a customer on a page of the service, instead of a license key that is typed.

use crate::activation::{Installation, LONGEST_WAIT, said};
use crate::encoding::{JsonObject, object, parse_time, text_in, text_of};
use crate::records::LicenseRecord;
use crate::storage::locked;
use crate::{Error, Fault, LicenseClient, Refused};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

/// Where the customer allows the application to sign in, for as long as the code is valid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignInCode {
    /// What the application shows, and the customer types on the page.
    pub user_code: String,
    /// The page.
    pub verification_uri: String,
    /// The page with the code filled in, to open in a browser or to show as a QR code.
    pub verification_uri_complete: String,
}

/// A license key of whoever signed in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignedInKey {
    /// Its ID.
    pub id: String,
    /// The key itself.
    pub key: String,
    /// The key without most of its characters.
    pub display_key: String,
    /// What it is a key of.
    pub benefit_id: String,
    /// `None` if it does not expire.
    pub expires_at: Option<SystemTime>,
}

impl LicenseClient {
    /// Lets the customer sign in on a page of the service instead of typing a license key, activates the license key of the customer for this
    /// device, and returns the ID of the activation. `client_id` is the `id` of the application at the service
    /// (`POST /v1/sign-in-clients/`). `on_code` shows the code and the page, or opens the page. Waits until the customer has decided, at most
    /// as long as the code is valid, or until [`Self::cancel_waits`]. `choose` is called if there are several license keys, oldest first, and
    /// returns the place of one. Refused with `SIGN_IN_DENIED`, `SIGN_IN_EXPIRED`, or `NO_LICENSE_KEY` if whoever signed in has none for this
    /// application; otherwise as an activation. Nothing of the sign-in is stored.
    pub fn sign_in(
        &self,
        client_id: &str,
        installation: impl Into<Installation>,
        on_code: impl FnOnce(&SignInCode),
        choose: impl FnOnce(&[SignedInKey]) -> usize,
    ) -> Result<String, Error> {
        let keys = self.signed_in_keys(client_id, on_code)?;
        let place = if keys.len() > 1 { choose(&keys) } else { 0 };
        self.activate_signed_in(&keys, place, installation.into())
    }

    /// Activates the key at this place; the first one if there is none.
    pub(crate) fn activate_signed_in(&self, keys: &[SignedInKey], place: usize, installation: Installation) -> Result<String, Error> {
        let SignedInKey { key, benefit_id, .. } = keys.get(place).or(keys.first()).ok_or(Fault::Malformed)?;
        let record = LicenseRecord { benefit_id: Some(benefit_id.clone()), ..said(key, installation) };
        self.activate_once(&self.inner.service.begin(), record)
    }

    /// The same without an activation: the license keys of whoever signed in, at least one, oldest first.
    pub fn signed_in_keys(&self, client_id: &str, on_code: impl FnOnce(&SignInCode)) -> Result<Vec<SignedInKey>, Error> {
        let service = &self.inner.service;
        let cancellation = Arc::clone(&locked(&self.inner.waits));
        let mut question = object(json!({ "organization_id": self.inner.options.organization_id }));
        let mut asked = question.clone();
        asked.insert("client_id".to_owned(), json!(client_id));
        // The answers are not signed: that of the activation proves what the key is.
        let begun = service.call(&service.begin(), "sign-in", &asked, &[])?;
        question.insert("device_code".to_owned(), json!(text_in(&begun, "device_code")?));
        if let Some(benefit_ids) = &self.inner.options.benefit_ids {
            question.insert("benefit_ids".to_owned(), json!(benefit_ids));
        }
        on_code(&code_in(&begun)?);
        let (mut interval, expires_in) = (seconds_in(&begun, "interval"), seconds_in(&begun, "expires_in"));
        let mut last = expired();
        let mut waited = Duration::ZERO;
        while waited.saturating_add(interval) <= expires_in {
            if cancellation.waited(self.inner.options.clocks.background_wait(interval)) {
                return Err(Error::Canceled);
            }
            let call = service.begin();
            let answer = service.call(&call, "sign-in/keys", &question, &[]);
            waited = waited.saturating_add(interval).saturating_add(call.spent());
            match answer {
                // Whatever keeps the service from answering passes, or lasts until the code is over.
                Err(Error::Unavailable(unavailable)) => last = Error::Unavailable(unavailable),
                Ok(answer) if text_of(&answer, "status").as_deref() == Some("pending") => {
                    last = expired();
                    interval = interval.max(seconds_in(&answer, "interval"));
                }
                answer => return self.keys_in(&answer?),
            }
        }
        Err(last)
    }

    fn keys_in(&self, answer: &JsonObject) -> Result<Vec<SignedInKey>, Error> {
        let listed = answer.get("license_keys").and_then(Value::as_array).filter(|listed| !listed.is_empty());
        listed.ok_or(Fault::Malformed)?.iter().map(|each| self.key_in(each)).collect()
    }

    fn key_in(&self, listed: &Value) -> Result<SignedInKey, Error> {
        let told = listed.as_object().ok_or(Fault::Malformed)?;
        let [id, key, benefit_id] = ["id", "key", "benefit_id"].map(|name| text_in(told, name).map(str::to_owned));
        let (id, key, benefit_id) = (id?, key?, benefit_id?);
        if self.inner.options.benefit_ids.as_ref().is_some_and(|ids| !ids.contains(&benefit_id)) {
            return Err(Fault::WrongBenefit.into());
        }
        let display_key = text_of(told, "display_key").unwrap_or_default();
        Ok(SignedInKey { id, key, display_key, benefit_id, expires_at: parse_time(told.get("expires_at")) })
    }
}

fn expired() -> Error {
    let detail = "Nobody has allowed the sign-in in time.".to_owned();
    Error::Refused(Refused { code: "SIGN_IN_EXPIRED".to_owned(), status: 404, detail, retry_at: None, manage_url: None })
}

/// Applications open the pages in a browser.
fn code_in(begun: &JsonObject) -> Result<SignInCode, Fault> {
    let page = |name| {
        let url = text_in(begun, name)?;
        let is_url = url.starts_with("https://") || url.starts_with("http://");
        is_url.then(|| url.to_owned()).ok_or(Fault::Malformed)
    };
    Ok(SignInCode {
        user_code: text_in(begun, "user_code")?.to_owned(),
        verification_uri: page("verification_uri")?,
        verification_uri_complete: page("verification_uri_complete")?,
    })
}

/// At least a second, and no more than other waits for the customer last.
fn seconds_in(answer: &JsonObject, name: &str) -> Duration {
    let seconds = answer.get(name).and_then(Value::as_u64).unwrap_or_default();
    Duration::from_secs(seconds.max(1)).min(LONGEST_WAIT)
}
