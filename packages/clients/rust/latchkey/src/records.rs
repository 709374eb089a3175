//! What the library stores (packages/conformance/README.md). What is not in its own form counts as missing. Nothing here is trusted.

use crate::Status;
use crate::encoding::{JsonObject, object, parse_object, random_id, text_of, to_json};
use crate::storage::{Storage, locked};
use crate::units::{Units, units_in};
use serde_json::{Value, json};
use std::io;
use std::sync::{Arc, Mutex};

const VERSION: u64 = 1;
const LICENSE: &str = "license";
const LEASE: &str = "lease";
const UNITS: &str = "units";
const DEVICE: &str = "device";
const PROBE: &str = "probe";

/// The license key that the application uses, and the activation it has.
#[derive(Clone, Default)]
pub(crate) struct LicenseRecord {
    /// `None` after an activation by file: the key was never entered.
    pub key: Option<String>,
    pub activation_id: Option<String>,
    pub license_key_id: Option<String>,
    /// The benefit that the application asked for, if it did.
    pub benefit_id: Option<String>,
    /// The stored ID of the device that was activated, so that it outlasts its own record.
    pub device: Option<String>,
    /// Those of the activation. Validations and leases repeat them.
    pub conditions: JsonObject,
    pub label: String,
    pub meta: JsonObject,
}

/// The last lease, the keys that prove it, and what a status list has said about it since.
#[derive(Clone)]
pub(crate) struct LeaseRecord {
    pub lease: String,
    pub signed_keys: String,
    pub license_key_id: Option<String>,
    pub status: Status,
    pub status_issued_at: i64,
}

/// What was used of the units of a lease (docs/licensing/counters.md).
#[derive(Clone)]
pub(crate) struct UnitsRecord {
    pub activation_id: String,
    /// What the application wants of each lease of the activation.
    pub wanted: Units,
    /// The units that are meant; `None` if the lease has none.
    pub units_id: Option<String>,
    pub used: Units,
    /// Whether a request that settles them may have been sent: then none of them is used any more.
    pub is_settling: bool,
}

/// Which device this is, and which installation on it.
pub(crate) struct DeviceRecord {
    pub id: String,
    /// `None` if the ID is that of this installation alone.
    pub installation: Option<String>,
}

impl DeviceRecord {
    /// The headers that tell it.
    pub fn headers(&self) -> Vec<(&str, &str)> {
        let installation = self.installation.as_deref().map(|own| ("license-installation", own));
        std::iter::once(("license-device", self.id.as_str())).chain(installation).collect()
    }
}

/// The last lease, if the storage failed. It counts until another one is stored, by this program or by another one.
struct UnstoredLease {
    record: LeaseRecord,
    /// The text that the storage has instead.
    in_place_of: Option<String>,
}

pub(crate) struct Records {
    storage: Arc<dyn Storage>,
    unstored: Mutex<Option<UnstoredLease>>,
}

impl Records {
    pub fn new(storage: Arc<dyn Storage>) -> Self {
        Self { storage, unstored: Mutex::default() }
    }

    pub fn license(&self) -> io::Result<Option<LicenseRecord>> {
        let members = |stored: &JsonObject, name| stored.get(name).and_then(Value::as_object).cloned().unwrap_or_default();
        Ok(self.read(LICENSE)?.map(|stored| LicenseRecord {
            key: text_of(&stored, "key"),
            activation_id: text_of(&stored, "activationId"),
            license_key_id: text_of(&stored, "licenseKeyId"),
            benefit_id: text_of(&stored, "benefitId"),
            device: text_of(&stored, "device"),
            conditions: members(&stored, "conditions"),
            label: text_of(&stored, "label").unwrap_or_default(),
            meta: members(&stored, "meta"),
        }))
    }

    /// Also replaces the license that is there. Its lease stays until that of the new license is stored.
    pub fn write_license(&self, record: &LicenseRecord) -> io::Result<()> {
        self.write_as(LICENSE, record)
    }

    /// Fails as writing such a license would fail.
    pub fn assert_writable(&self, record: &LicenseRecord) -> io::Result<()> {
        let key = record.key.as_ref().map(|key| "-".repeat(key.chars().count()));
        self.write_as(PROBE, &LicenseRecord { key, ..record.clone() })?;
        self.storage.remove(PROBE)
    }

    pub fn lease(&self) -> io::Result<Option<LeaseRecord>> {
        let text = self.storage.read(LEASE)?;
        if let Some(unstored) = locked(&self.unstored).as_ref().filter(|unstored| unstored.in_place_of == text) {
            return Ok(Some(unstored.record.clone()));
        }
        let stored = text.and_then(|text| record_in(&text)).unwrap_or_default();
        let status = text_of(&stored, "status");
        let known = [Status::Valid, Status::Revoked, Status::Suspended];
        let status = known.into_iter().find(|each| status.as_deref() == Some(each.as_str()));
        let found = text_of(&stored, "lease").zip(text_of(&stored, "signedKeys")).zip(status);
        Ok(found.map(|((lease, signed_keys), status)| LeaseRecord {
            lease,
            signed_keys,
            license_key_id: text_of(&stored, "licenseKeyId"),
            status,
            status_issued_at: stored.get("statusIssuedAt").and_then(Value::as_i64).unwrap_or_default(),
        }))
    }

    /// If the storage fails, the lease counts in this program nevertheless.
    pub fn write_lease(&self, record: &LeaseRecord) -> io::Result<()> {
        let stored = json!({
            "version": VERSION,
            "lease": record.lease,
            "signedKeys": record.signed_keys,
            "licenseKeyId": record.license_key_id,
            "status": record.status.as_str(),
            "statusIssuedAt": record.status_issued_at,
        });
        let in_place_of = self.storage.read(LEASE)?;
        let written = self.storage.write(LEASE, &to_json(&object(stored)));
        *locked(&self.unstored) = written.is_err().then(|| UnstoredLease { record: record.clone(), in_place_of });
        written
    }

    pub fn units(&self) -> io::Result<Option<UnitsRecord>> {
        let stored = self.read(UNITS)?.unwrap_or_default();
        let units_id = match stored.get("unitsId") {
            Some(Value::Null) => Some(None),
            id => id.and_then(Value::as_str).map(|id| Some(id.to_owned())),
        };
        let units = |name| units_in(stored.get(name));
        let found = text_of(&stored, "activationId").zip(units_id).zip(units("wanted").zip(units("used")));
        let is_settling = stored.get("settling").and_then(Value::as_bool);
        Ok(found.zip(is_settling).map(|(((activation_id, units_id), (wanted, used)), is_settling)| UnitsRecord {
            activation_id,
            wanted,
            units_id,
            used,
            is_settling,
        }))
    }

    pub fn write_units(&self, record: &UnitsRecord) -> io::Result<()> {
        let stored = json!({
            "version": VERSION,
            "activationId": record.activation_id,
            "wanted": record.wanted,
            "unitsId": record.units_id,
            "used": record.used,
            "settling": record.is_settling,
        });
        self.storage.write(UNITS, &to_json(&object(stored)))
    }

    pub fn forget(&self) -> io::Result<()> {
        *locked(&self.unstored) = None;
        self.storage.remove(LEASE)?;
        self.storage.remove(LICENSE)?;
        self.storage.remove(UNITS)
    }

    /// The IDs of the device and of this installation, which are made once, when they are asked for first. `machine_id` is an ID that all
    /// accounts of the machine have. What was created first counts. A text that was damaged is left, and the next name is used: if it were
    /// replaced, another process could replace it as well, and each would have an ID of its own.
    pub fn device(&self, machine_id: impl Fn() -> Option<String>) -> io::Result<DeviceRecord> {
        for n in 0_u32.. {
            let name = if n == 0 { DEVICE.to_owned() } else { format!("{DEVICE}-{n}") };
            if self.storage.read(&name)?.is_none() {
                let known = self.license()?.and_then(|license| license.device);
                let (machine, own) = (machine_id(), random_id()?);
                let id = known.as_ref().or(machine.as_ref()).unwrap_or(&own);
                let made = if machine.as_ref() == Some(id) { json!({ "id": id, "installation": own }) } else { json!({ "id": id }) };
                self.storage.create(&name, &to_json(&object(made)))?;
            }
            let stored = self.read(&name)?.unwrap_or_default();
            if let Some(id) = text_of(&stored, "id").filter(|id| !id.is_empty()) {
                return Ok(DeviceRecord { id, installation: text_of(&stored, "installation") });
            }
        }
        Err(io::ErrorKind::InvalidData.into())
    }

    fn write_as(&self, name: &str, record: &LicenseRecord) -> io::Result<()> {
        let stored = json!({
            "version": VERSION,
            "key": record.key,
            "activationId": record.activation_id,
            "licenseKeyId": record.license_key_id,
            "benefitId": record.benefit_id,
            "device": record.device,
            "conditions": record.conditions,
            "label": record.label,
            "meta": record.meta,
        });
        self.storage.write(name, &to_json(&object(stored)))
    }

    fn read(&self, name: &str) -> io::Result<Option<JsonObject>> {
        Ok(self.storage.read(name)?.and_then(|text| record_in(&text)))
    }
}

fn record_in(text: &str) -> Option<JsonObject> {
    parse_object(text).filter(|stored| stored.get("version").is_none_or(|version| version.as_u64() == Some(VERSION)))
}
