//! "Flight Notes": a terminal application that writes pages, if it is licensed, also without a network. It is sold by
//! `npm run demo:app -- setup`, which writes what a real application has built in.

use latchkey::{Error, FileStorage, LicenseClient, LicenseState, Options, UnavailableReason, Usable, Validity};
use serde_json::Value;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

const HELP: &str = "activate [key]  activates this installation; without a key, with the one that setup issued
work            writes a page, if the application is licensed
status          says what the lease allows, without a network
deactivate      gives the activation back";

struct Application {
    license: LicenseClient,
    /// The one that the customer bought. A real application does not know it: the customer enters it.
    key: String,
}

/// Whether a command did what it should, and what it says.
type Outcome = Result<String, String>;

impl Application {
    fn open() -> Result<Self, Box<dyn std::error::Error>> {
        let folder = PathBuf::from(std::env::var_os("LATCHKEY_DATA").unwrap_or_else(|| ".latchkey".into())).join("demo-app");
        let built = std::fs::read_to_string(folder.join("build.json")).map_err(|_| "Run `npm run demo:app -- setup` first.")?;
        let built: Value = serde_json::from_str(&built)?;
        let text = |name: &str| built[name].as_str().unwrap_or_default();
        let license = LicenseClient::new(Options {
            issuer: built["issuer"].as_str().map(str::to_owned),
            storage: Some(Arc::new(FileStorage::new(folder.join("rust")))),
            timeout: Duration::from_secs(5),
            attempts: 2,
            ..Options::new(text("url"), text("organizationId"), text("rootKey"))
        })?;
        Ok(Self { license, key: built["licenseKey"]["key"].as_str().unwrap_or_default().to_owned() })
    }

    fn activate(&self, key: Option<String>) -> Outcome {
        let key = key.as_ref().unwrap_or(&self.key);
        self.license.activate(key, "Flight Notes").map_err(|error| format!("Not activated: {error}"))?;
        let leased = self.license.lease().map_err(|error| format!("Activated, but not for work offline: {error}"))?;
        Ok(format!("Activated. {}", described(&leased)))
    }

    /// The network is asked if there is one, and decides nothing if there is none.
    fn work(&self) -> Outcome {
        let refreshed = self.license.refresh().map_err(|error| error.to_string())?;
        let is_offline = matches!(&refreshed.status, Err(Error::Unavailable(why)) if why.reason == UnavailableReason::Network);
        let text = described(&refreshed.license) + if is_offline { " The service cannot be reached." } else { "" };
        if refreshed.license.is_usable() { Ok(format!("A page is written. {text}")) } else { Err(format!("Nothing is written. {text}")) }
    }

    fn status(&self) -> Outcome {
        let license = self.license.check().map_err(|error| error.to_string())?;
        if license.is_usable() { Ok(described(&license)) } else { Err(described(&license)) }
    }

    fn deactivate(&self) -> Outcome {
        self.license.deactivate().map_err(|error| format!("Not deactivated: {error}"))?;
        Ok("Deactivated.".to_owned())
    }
}

fn described(license: &LicenseState) -> String {
    match license {
        LicenseState::Unusable(latchkey::Reason::NoLease) => "Not activated.".to_owned(),
        LicenseState::Unusable(reason) => format!("The license cannot be used: {reason}."),
        LicenseState::Usable(usable) => {
            let Usable { validity, lease, .. } = usable.as_ref();
            match validity {
                Validity::Valid => format!("Licensed, also without a network until {}.", at(lease.expires_at)),
                Validity::Grace => format!("The license is over. The application stops at {} without a network.", at(lease.grace_until)),
            }
        }
    }
}

fn at(seconds: i64) -> String {
    let time = SystemTime::UNIX_EPOCH + Duration::from_secs(seconds.unsigned_abs());
    humantime::format_rfc3339_seconds(time).to_string().replace('T', " ").chars().take(16).collect()
}

fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let (command, key) = (arguments.next().unwrap_or_default(), arguments.next());
    let application = Application::open()?;
    let outcome = match command.as_str() {
        "activate" => application.activate(key),
        "work" => application.work(),
        "status" => application.status(),
        "deactivate" => application.deactivate(),
        _ => Err(HELP.to_owned()),
    };
    let code = if outcome.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE };
    println!("{}", outcome.unwrap_or_else(|text| text));
    Ok(code)
}
