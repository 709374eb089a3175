//! Activations of license keys.

use crate::encoding::{JsonObject, object, object_in, text_of};
use crate::records::LicenseRecord;
use crate::storage::locked;
use crate::transport::Call;
use crate::{Error, Fault, LicenseClient, normal_form};
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;

const BETWEEN_TRIES: Duration = Duration::from_secs(5);
/// As long as the page for the customer is open.
pub(crate) const LONGEST_WAIT: Duration = Duration::from_secs(3600);

/// What the service keeps with an activation.
#[derive(Clone, Debug, Default)]
pub struct Installation {
    /// How the customer recognizes it.
    pub label: String,
    /// What the license key requires.
    pub conditions: JsonObject,
    /// Whatever the seller wants to know.
    pub meta: JsonObject,
}

impl From<&str> for Installation {
    fn from(label: &str) -> Self {
        Self { label: label.to_owned(), ..Self::default() }
    }
}

impl LicenseClient {
    /// Activates a key for this device, and returns the ID of the activation. The device that has an activation gets that one again. A
    /// license that is there stays until the new one is stored, and its lease until [`Self::lease`] has stored another.
    pub fn activate(&self, key: &str, installation: impl Into<Installation>) -> Result<String, Error> {
        self.activate_as_typed(&self.inner.service.begin(), &said(key, installation.into()))
    }

    /// Activates a key. If it has no free activation, `on_manage` is called with a page on which the customer removes a device, and the
    /// activation waits for that: it is tried again every five seconds, for an hour at most, until [`Self::cancel_waits`]. Without a network
    /// it goes on trying.
    pub fn activate_when_free(
        &self,
        key: &str,
        installation: impl Into<Installation>,
        on_manage: impl FnOnce(&str),
    ) -> Result<String, Error> {
        let said = said(key, installation.into());
        let cancellation = Arc::clone(&locked(&self.inner.waits));
        let mut refused = match self.activate_as_typed(&self.inner.service.begin(), &said) {
            Err(Error::Refused(refused)) => refused,
            activated => return activated,
        };
        let Some(page) = &refused.manage_url else { return Err(Error::Refused(refused)) };
        on_manage(page);
        let mut waited = Duration::ZERO;
        while waited < LONGEST_WAIT {
            if cancellation.waited(self.inner.options.clocks.background_wait(BETWEEN_TRIES)) {
                return Err(Error::Canceled);
            }
            let call = self.inner.service.begin();
            let activated = self.activate_as_typed(&call, &said);
            waited = waited.saturating_add(BETWEEN_TRIES).saturating_add(call.spent());
            match activated {
                Err(Error::Unavailable(_)) => {}
                // Without a page no device is left that could be removed: only leases hold places, until `retry_at`.
                Err(Error::Refused(again)) if again.code == "ACTIVATION_LIMIT_REACHED" && again.manage_url.is_some() => {
                    refused = again;
                }
                activated => return activated,
            }
        }
        Err(Error::Refused(refused))
    }

    /// Ends the waits for a free activation, or for a sign-in, that go on in other threads: they return [`Error::Canceled`].
    pub fn cancel_waits(&self) {
        std::mem::take(&mut *locked(&self.inner.waits)).stop();
    }

    /// Gets the trial key of a benefit for this device, described as the options say, and activates it. A device gets one trial of a
    /// benefit, also if it is installed anew. One that is over is refused with `EXPIRED`, and a benefit without trials with
    /// `TRIAL_NOT_OFFERED`.
    pub fn trial(&self, benefit_id: &str, installation: impl Into<Installation>) -> Result<String, Error> {
        let mut body = object(json!({ "organization_id": self.inner.options.organization_id, "benefit_id": benefit_id }));
        if let Some(device) = self.described() {
            body.insert("device".to_owned(), device);
        }
        let call = self.inner.service.begin();
        let answer = self.inner.service.call(&call, "trial", &body, &self.sent_device()?.headers())?;
        // The answer is not signed: that of the activation proves what the key is.
        let key = text_of(&answer, "key").ok_or(Fault::Malformed)?;
        self.activate_once(&call, LicenseRecord { benefit_id: Some(benefit_id.to_owned()), ..said(&key, installation.into()) })
    }

    /// Activates the stored key again, for example after the customer has removed this device.
    pub fn reactivate(&self) -> Result<String, Error> {
        let (key, installation) = self.known()?;
        self.activate(&key, installation)
    }

    /// The same, and waits for a free activation as [`Self::activate_when_free`] does.
    pub fn reactivate_when_free(&self, on_manage: impl FnOnce(&str)) -> Result<String, Error> {
        let (key, installation) = self.known()?;
        self.activate_when_free(&key, installation, on_manage)
    }

    fn known(&self) -> Result<(String, Installation), Error> {
        let LicenseRecord { key, label, conditions, meta, .. } = self.with_key()?;
        let label = if label.is_empty() { "Device".to_owned() } else { label };
        Ok((key.unwrap_or_default(), Installation { label, conditions, meta }))
    }

    /// As it was typed first, because a seller may have issued a key that looks like this.
    fn activate_as_typed(&self, call: &Call, said: &LicenseRecord) -> Result<String, Error> {
        let meant = said.key.as_deref().map(normal_form);
        match self.activate_for_benefit(call, said) {
            Err(Error::Refused(refused)) if refused.code == "NOT_FOUND" && meant != said.key => {
                self.activate_for_benefit(call, &LicenseRecord { key: meant, ..said.clone() })
            }
            activated => activated,
        }
    }

    /// The service compares one benefit. A key that is of another one takes no slot, so the next can be tried.
    fn activate_for_benefit(&self, call: &Call, said: &LicenseRecord) -> Result<String, Error> {
        let benefit_ids = self.inner.options.benefit_ids.as_deref().unwrap_or_default();
        let Some((last, others)) = benefit_ids.split_last() else { return self.activate_once(call, said.clone()) };
        let with = |benefit_id: &String| LicenseRecord { benefit_id: Some(benefit_id.clone()), ..said.clone() };
        for benefit_id in others {
            match self.activate_once(call, with(benefit_id)) {
                Err(Error::Refused(refused)) if refused.code == "BENEFIT_MISMATCH" => {}
                activated => return activated,
            }
        }
        self.activate_once(call, with(last))
    }

    pub(crate) fn activate_once(&self, call: &Call, said: LicenseRecord) -> Result<String, Error> {
        let Self { inner } = self;
        inner.records.assert_writable(&said)?;
        let device = self.sent_device()?;
        let mut body = self.presenting(&said);
        body.insert("label".to_owned(), json!(said.label));
        body.insert("meta".to_owned(), json!(said.meta));
        let answer = inner.service.call_signed(call, "activate", &body, &device.headers())?.body;
        let activation_id = text_of(&answer, "id").ok_or(Fault::Malformed)?;
        let license_key_id = text_of(&answer, "license_key_id").ok_or(Fault::Malformed)?;
        let license_key = object_in(&answer, "license_key").cloned().unwrap_or_default();
        if said.benefit_id.is_some() && text_of(&license_key, "benefit_id") != said.benefit_id {
            return Err(Fault::WrongBenefit.into());
        }
        inner.records.write_license(&LicenseRecord {
            key: text_of(&license_key, "key").or(said.key),
            activation_id: Some(activation_id.clone()),
            license_key_id: Some(license_key_id),
            device: inner.options.device_id.is_none().then_some(device.id),
            ..said
        })?;
        Ok(activation_id)
    }
}

pub(crate) fn said(key: &str, Installation { label, conditions, meta }: Installation) -> LicenseRecord {
    LicenseRecord { key: Some(key.to_owned()), label, conditions, meta, ..LicenseRecord::default() }
}
