//! What verifications cost: `cargo run --release --example speed`.

use latchkey::{Clocks, Expected, FileStorage, LicenseClient, Options, Signers, verify_lease};
use serde_json::{Value, json};
use std::error::Error;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

const TIMES: u32 = 1000;

struct At(SystemTime);

impl Clocks for At {
    fn now(&self) -> SystemTime {
        self.0
    }

    fn monotonic(&self) -> Duration {
        Duration::ZERO
    }
}

fn measured(name: &str, mut work: impl FnMut() -> Result<(), Box<dyn Error>>) -> Result<(), Box<dyn Error>> {
    let begun = Instant::now();
    for _ in 0..TIMES {
        work()?;
    }
    println!("{name}: {:.3} ms", begun.elapsed().as_secs_f64() * 1000.0 / f64::from(TIMES));
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let vectors: Value = serde_json::from_str(include_str!("../../../../../docs/licensing/vectors.json"))?;
    let text = |pointer: &str| vectors.pointer(pointer).and_then(Value::as_str).unwrap_or_default().to_owned();
    let (device, license_key_id, nonce) = (text("/expected/device"), text("/expected/sub"), text("/expected/nonce"));
    let (lease, signed_keys) = (text("/cases/0/token"), text("/signed_keys"));
    let signers = Signers { root_key: text("/root/x"), issuer: text("/expected/iss"), organization_id: text("/expected/aud") };
    let now = vectors.pointer("/cases/0/now").and_then(Value::as_i64).unwrap_or_default();
    let expected = Expected { device: &device, license_key_id: Some(&license_key_id), nonce: Some(&nonce), benefit_ids: None };
    measured("verify a lease and its set of keys", || {
        verify_lease(&lease, &signed_keys, now, &signers, expected)?;
        Ok(())
    })?;

    let folder = std::env::temp_dir().join(format!("latchkey-speed-{}", std::process::id()));
    std::fs::create_dir(&folder)?;
    let stored = json!({ "version": 1, "lease": lease, "signedKeys": signed_keys, "status": "valid", "statusIssuedAt": now });
    std::fs::write(folder.join("lease.json"), stored.to_string())?;
    let options = || Options {
        device_id: Some(device.clone()),
        storage: Some(Arc::new(FileStorage::new(&folder))),
        clocks: Arc::new(At(SystemTime::UNIX_EPOCH + Duration::from_secs(now.unsigned_abs()))),
        ..Options::new(&signers.issuer, &signers.organization_id, &signers.root_key)
    };
    measured("a new client, and its first check", || {
        if LicenseClient::new(options())?.check()?.is_usable() { Ok(()) } else { Err("The lease is not usable.".into()) }
    })?;
    std::fs::remove_dir_all(folder)?;
    Ok(())
}
