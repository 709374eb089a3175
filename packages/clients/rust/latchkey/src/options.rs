//! What is built into an application, and how it runs.

use crate::encoding::{JsonObject, format_time, known};
use crate::tokens::is_public_key;
use crate::{Clocks, DeviceDescription, InvalidOption, Storage, SystemClocks};
use serde_json::json;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, SystemTime};
use ureq::Agent;

/// What an application says about itself.
#[derive(Clone, Debug, Default)]
pub struct Application {
    /// Its version.
    pub version: Option<String>,
    /// When this version was released.
    pub released_at: Option<SystemTime>,
}

impl Application {
    pub(crate) fn to_json(&self) -> JsonObject {
        known(json!({ "version": self.version, "released_at": self.released_at.and_then(format_time) }))
    }
}

/// Begin with [`Options::new`], and name the others.
pub struct Options {
    /// The URL of the service.
    pub url: String,
    /// The ID of the organization.
    pub organization_id: String,
    /// The public root key of the organization, base64url: the last column of `latchkey signing-keys list`. Built in, never fetched.
    pub root_key: String,
    /// The benefits whose license keys are for this application: keys of other benefits are refused. Without it, each key of the
    /// organization is accepted.
    pub benefit_ids: Option<Vec<String>>,
    /// How the service calls itself (`BASE_URL`), if it is not `url`.
    pub issuer: Option<String>,
    /// Without one, everything is forgotten when the program ends.
    pub storage: Option<Arc<dyn Storage>>,
    /// An ID of the machine, of 1 to 128 visible characters of ASCII. Without one, an ID is made and stored: of the components of `device`
    /// that identify a physical machine, or a random one. Whoever controls the machine can change either.
    pub device_id: Option<String>,
    /// Describes the machine when that is first sent: [`crate::describe_device`], or a function that adds to it or leaves out.
    pub device: Option<Box<dyn Fn() -> DeviceDescription + Send + Sync>>,
    /// What the application says about itself.
    pub application: Option<Application>,
    /// Whether each process that runs is activated for itself, such as a window or a job of a CI: under an ID that is made with the client
    /// and not stored, so there is no `storage`. The service has to recognize its machine, by `device_id` or `device`.
    pub process: bool,
    /// The clocks of the machine.
    pub clocks: Arc<dyn Clocks>,
    /// For a whole call, with its requests, all repeats and the waits between them: 30 seconds. An attempt takes 10 of them at most.
    pub timeout: Duration,
    /// How often a request is sent at most, if it fails for a reason that passes.
    pub attempts: u32,
    /// A file with certificates in PEM that are trusted instead of those of the system, such as the one of a company.
    pub ca: Option<PathBuf>,
    /// The URL of a proxy, such as `http://user:password@proxy.example:3128`, instead of the one that the environment names (`HTTPS_PROXY`,
    /// `NO_PROXY`).
    pub proxy: Option<String>,
    /// What sends requests instead of `ca` and `proxy`, for whatever else a network needs.
    pub agent: Option<Agent>,
}

impl Options {
    /// With nothing but what every application needs.
    pub fn new(url: impl Into<String>, organization_id: impl Into<String>, root_key: impl Into<String>) -> Self {
        Self {
            url: url.into(),
            organization_id: organization_id.into(),
            root_key: root_key.into(),
            benefit_ids: None,
            issuer: None,
            storage: None,
            device_id: None,
            device: None,
            application: None,
            process: false,
            clocks: Arc::new(SystemClocks::default()),
            timeout: Duration::from_secs(30),
            attempts: 4,
            ca: None,
            proxy: None,
            agent: None,
        }
    }

    /// Refuses options with which nothing could ever be verified.
    pub(crate) fn verified(self) -> Result<Self, InvalidOption> {
        let lower = self.url.to_ascii_lowercase();
        let host = lower.strip_prefix("https://").or_else(|| lower.strip_prefix("http://")).unwrap_or_default();
        if host.is_empty() || host.starts_with('/') || host.contains(char::is_whitespace) {
            return Err(InvalidOption("`url` is not a URL."));
        }
        if !is_public_key(&self.root_key) {
            return Err(InvalidOption("`root_key` is not an Ed25519 public key of 43 characters (base64url)."));
        }
        if self.benefit_ids.as_ref().is_some_and(Vec::is_empty) {
            return Err(InvalidOption("`benefit_ids` names no benefit."));
        }
        let is_id = |id: &String| (1..=128).contains(&id.len()) && id.bytes().all(|each| each.is_ascii_graphic());
        if self.device_id.as_ref().is_some_and(|id| !is_id(id)) {
            return Err(InvalidOption("`device_id` has to be 1 to 128 visible ASCII characters."));
        }
        if self.process && self.storage.is_some() {
            return Err(InvalidOption("With `process` nothing is stored: leave `storage` out."));
        }
        if self.process && self.device_id.is_none() && self.device.is_none() {
            return Err(InvalidOption("With `process`, `device_id` or `device` has to name the machine."));
        }
        if self.agent.is_some() && (self.ca.is_some() || self.proxy.is_some()) {
            return Err(InvalidOption("With `agent`, `ca` and `proxy` have no effect: leave them out."));
        }
        Ok(self)
    }
}
