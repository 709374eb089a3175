//! The driver of the conformance kit (packages/conformance/README.md): a request on each line of the input, an answer on each of the output.

use latchkey::{
    Answer, Background, Card, Clocks, Entitlements, Expected, Fault, FileStorage, Guard, LicenseClient, Machine, PublicKey, SentRequest,
    Signers, Storage, json, lease_file_in, normal_form, open_key_set, status_in, verify_answer, verify_lease, verify_signed_key,
};
use serde_json::{Value, json as value};
use std::error::Error;
use std::io::{self, BufRead, Write};
use std::sync::atomic::{AtomicI64, Ordering::Relaxed};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

/// Shows what it is told, stands still, and keeps what it was to wait.
#[derive(Default)]
struct Stopped {
    now: AtomicI64,
    monotonic: AtomicI64,
    waits: Mutex<Vec<Duration>>,
    /// The client whose waits end when it has wanted to wait for so many seconds.
    canceling: Mutex<Option<(f64, LicenseClient)>>,
}

impl Stopped {
    fn waits(&self) -> Vec<f64> {
        self.waits.lock().unwrap_or_else(PoisonError::into_inner).iter().map(Duration::as_secs_f64).collect()
    }

    fn canceling(&self) -> MutexGuard<'_, Option<(f64, LicenseClient)>> {
        self.canceling.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn forget_waits(&self) {
        self.waits.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}

impl Clocks for Stopped {
    fn now(&self) -> SystemTime {
        let now = self.now.load(Relaxed);
        let since = Duration::from_secs(now.unsigned_abs());
        if now < 0 { SystemTime::UNIX_EPOCH - since } else { SystemTime::UNIX_EPOCH + since }
    }

    fn monotonic(&self) -> Duration {
        Duration::from_secs(self.monotonic.load(Relaxed).unsigned_abs())
    }

    fn sleep(&self, duration: Duration) {
        self.waits.lock().unwrap_or_else(PoisonError::into_inner).push(duration);
        let waited = self.waits().iter().sum::<f64>();
        if let Some((_, client)) = self.canceling().as_ref().filter(|(limit, _)| waited >= *limit) {
            client.cancel_waits();
        }
    }

    fn background_wait(&self, duration: Duration) -> Duration {
        self.sleep(duration);
        Duration::ZERO
    }
}

/// How many writes succeed until the disk is full; negative if it is not.
static WRITES: AtomicI64 = AtomicI64::new(-1);

struct Limited(FileStorage);

impl Limited {
    fn count(&self) -> io::Result<()> {
        match WRITES.load(Relaxed) {
            0 => Err(io::ErrorKind::StorageFull.into()),
            writes => {
                WRITES.store(if writes < 0 { writes } else { writes - 1 }, Relaxed);
                Ok(())
            }
        }
    }
}

impl Storage for Limited {
    fn read(&self, name: &str) -> io::Result<Option<String>> {
        self.0.read(name)
    }

    fn write(&self, name: &str, text: &str) -> io::Result<()> {
        self.count()?;
        self.0.write(name, text)
    }

    fn create(&self, name: &str, text: &str) -> io::Result<bool> {
        self.count()?;
        self.0.create(name, text)
    }

    fn remove(&self, name: &str) -> io::Result<()> {
        self.0.remove(name)
    }

    fn lock(&self) -> io::Result<Box<dyn Guard + '_>> {
        self.0.lock()
    }
}

fn opened(given: &Value, clocks: &Arc<Stopped>) -> Result<LicenseClient, Box<dyn Error>> {
    let mut options = json::options(&given.to_string())?;
    options.storage = Some(Arc::new(Limited(FileStorage::new(text(given, "storage")))));
    options.clocks = Arc::clone(clocks) as Arc<dyn Clocks>;
    Ok(LicenseClient::new(options)?)
}

/// Adds so many to the number in the record `probe`, one at a time, with the lock of the storage.
fn count(storage: &FileStorage, times: i64) -> io::Result<()> {
    for _ in 0..times {
        let _guard = storage.lock()?;
        let counted = storage.read("probe")?.and_then(|text| text.parse().ok()).unwrap_or(0_i64);
        storage.write("probe", &(counted + 1).to_string())?;
    }
    Ok(())
}

fn vector(kind: &str, given: &Value) -> Result<Value, Fault> {
    let now = number(given, "now");
    let keys = |at| -> Result<Vec<PublicKey>, Fault> { Ok(open_key_set(text(given, "signed_keys"), &signers(given), at)?.keys) };
    Ok(match kind {
        "key_form" => value!({ "key": normal_form(text(given, "key")) }),
        "entitlements" => {
            let entitlements = Entitlements::of(given.get("entitlements"));
            let names = given["names"].as_array().into_iter().flatten().filter_map(Value::as_str);
            let has: Vec<&str> = names.clone().filter(|name| entitlements.has(name)).collect();
            let limits: serde_json::Map<String, Value> =
                names.filter_map(|name| Some((name.to_owned(), value!(entitlements.limit(name)?)))).collect();
            value!({ "has": has, "limits": limits })
        }
        "lease_file" => {
            let file = lease_file_in(text(given, "file"))?;
            value!({ "lease": file.lease, "signed_keys": file.signed_keys })
        }
        "device" => value!({ "description": described(given) }),
        "lease" => {
            let optional = |name| given.get(name).and_then(Value::as_str);
            let (device, license_key_id, nonce) = (text(given, "device"), optional("license_key_id"), optional("nonce"));
            let expected = Expected { device, license_key_id, nonce, benefit_ids: None };
            let verified = verify_lease(text(given, "lease"), text(given, "signed_keys"), now, &signers(given), expected);
            value!({ "state": verified?.1.as_str() })
        }
        "signed_license_key" => {
            let ids =
                given["benefit_ids"].as_array().map(|ids| ids.iter().filter_map(Value::as_str).map(str::to_owned).collect::<Vec<_>>());
            Value::Object(json::signed_key(&verify_signed_key(text(given, "key"), &signers(given), now, ids.as_deref())?))
        }
        "key_set" => value!({ "kids": keys(now)?.iter().map(|key| key.kid.as_str()).collect::<Vec<_>>() }),
        "status_list" => {
            let index = usize::try_from(number(given, "index")).unwrap_or_default();
            let (status, issued_at) = status_in(text(given, "token"), index, text(given, "uri"), &keys(0)?, now)?;
            value!({ "status": status.as_str(), "issued_at": issued_at })
        }
        _ => {
            let (answer, request) = (&given["answer"], &given["request"]);
            let headers = answer["headers"].as_object().into_iter().flatten();
            let answer = Answer {
                status: u16::try_from(number(answer, "status")).unwrap_or_default(),
                headers: headers.map(|(name, value)| (name.clone(), value.as_str().unwrap_or_default().to_owned())).collect(),
                text: text(answer, "body").to_owned(),
            };
            let sent = SentRequest { operation: text(request, "operation"), body: text(request, "body"), nonce: text(request, "nonce") };
            value!({ "signed_at": verify_answer(&answer, sent, &keys(0)?)?.at })
        }
    })
}

/// The outcomes that work in the background tells, until there were so many, or it has ended. It takes no step while what it told is looked at.
fn told(times: i64, start: impl FnOnce(Box<dyn Fn(&str) + Send>) -> io::Result<Background>) -> Result<Vec<Value>, Box<dyn Error>> {
    let (tell, heard) = channel::<String>();
    let (go_on, gone_on) = channel();
    let background = start(Box::new(move |answer| {
        // Whoever does not listen any more has stopped it.
        let _ = tell.send(answer.to_owned());
        let _ = gone_on.recv();
    }))?;
    let mut outcomes = vec![];
    while let Ok(answer) = heard.recv() {
        outcomes.push(serde_json::from_str::<Value>(&answer)?["outcome"].take());
        if outcomes.len() as i64 == times {
            background.stop();
        }
        go_on.send(())?;
    }
    background.join();
    Ok(outcomes)
}

fn described(given: &Value) -> Value {
    let of = |folder: &'static str| move |name: &str| given[folder][name].as_str().map(str::to_owned);
    let cards = given["cards"].as_array().into_iter().flatten();
    let machine = Machine {
        read: &of("files"),
        env: &of("env"),
        hostname: given["hostname"].as_str().map(str::to_owned),
        cpu: given["cpu"].as_str().map(str::to_owned),
        cards: cards.map(|each| Card { name: text(each, "name").to_owned(), address: text(each, "address").to_owned() }).collect(),
        platform: text(given, "platform").to_owned(),
        machine_id: given["system_id"].as_str().map(str::to_owned),
    };
    Value::Object(machine.describe().to_json())
}

fn signers(given: &Value) -> Signers {
    let [root_key, issuer, organization_id] = ["root_key", "issuer", "organization_id"].map(|name| text(given, name).to_owned());
    Signers { root_key, issuer, organization_id }
}

fn text<'a>(given: &'a Value, name: &str) -> &'a str {
    given[name].as_str().unwrap_or_default()
}

fn number(given: &Value, name: &str) -> i64 {
    given[name].as_i64().unwrap_or_default()
}

fn main() -> Result<(), Box<dyn Error>> {
    let clocks = Arc::new(Stopped::default());
    let (mut client, mut storage) = (None, None);
    for line in io::stdin().lock().lines() {
        clocks.forget_waits();
        let mut request: Value = serde_json::from_str(&line?)?;
        let limit = request.as_object_mut().and_then(|fields| fields.remove("cancel_after_seconds")).and_then(|limit| limit.as_f64());
        *clocks.canceling() = limit.zip(client.clone());
        let mut answer = match text(&request, "command") {
            "open" => {
                storage = Some(FileStorage::new(text(&request["options"], "storage")));
                client = Some(opened(&request["options"], &clocks)?);
                value!({})
            }
            "set_clock" => {
                clocks.now.store(number(&request, "now"), Relaxed);
                clocks.monotonic.store(number(&request, "monotonic"), Relaxed);
                value!({})
            }
            "limit_writes" => {
                WRITES.store(request["writes"].as_i64().unwrap_or(-1), Relaxed);
                value!({})
            }
            "count" => {
                count(storage.as_ref().ok_or("There is no storage.")?, number(&request, "times"))?;
                value!({})
            }
            "vector" => vector(text(&request, "kind"), &request["given"])
                .unwrap_or_else(|fault| value!({ "outcome": "untrusted", "fault": fault.as_str() })),
            "keep_fresh" => {
                let client = client.as_ref().ok_or("There is no client.")?;
                let every = Duration::from_secs(number(&request, "every_seconds").unsigned_abs());
                let told =
                    told(number(&request, "times"), |tell| client.keep_fresh(every, move |refreshed| tell(&json::refreshed(refreshed))))?;
                value!({ "refreshed": told.len(), "waits": clocks.waits() })
            }
            "keep_checked_out" => {
                let client = client.as_ref().ok_or("There is no client.")?;
                let told = told(number(&request, "times"), |tell| client.keep_checked_out(move |left| tell(&json::heartbeat(left))))?;
                value!({ "heartbeats": told, "waits": clocks.waits() })
            }
            _ => {
                let client = client.as_ref().ok_or("There is no client.")?;
                serde_json::from_str(&json::answer(client, &request.to_string(), &mut |_| ()))?
            }
        };
        if answer["outcome"].is_null() {
            answer["outcome"] = value!("ok");
        }
        answer["waited"] = value!(clocks.waits().iter().fold(0.0, |sum, seconds| sum + seconds));
        let mut output = io::stdout().lock();
        writeln!(output, "{answer}")?;
        output.flush()?;
    }
    Ok(())
}
