package latchkey

import (
	"encoding/json"
	"os"
	"testing"
	"time"
)

// vectors are those of docs/licensing, as far as the benchmarks need them.
type vectors struct {
	SignedKeys string `json:"signed_keys"`
	Expected   struct{ Iss, Aud, Sub, Device string }
	Claims     struct{ Iat int64 }
	Cases      []struct{ Token string }
}

func readVectors(b *testing.B) (read vectors, now time.Time) {
	must("", json.Unmarshal(must(os.ReadFile("../../../docs/licensing/vectors.json")), &read))
	return read, time.Unix(read.Claims.Iat, 0)
}

func BenchmarkVerifyLease(b *testing.B) {
	read, now := readVectors(b)
	signers := Signers{rootKey, read.Expected.Iss, read.Expected.Aud}
	for range b.N {
		_, _, err := VerifyLease(read.Cases[0].Token, read.SignedKeys, now, signers, Expected{DeviceID: read.Expected.Device})
		must("", err)
	}
}

func BenchmarkCheck(b *testing.B) {
	read, now := readVectors(b)
	client := newClient(b, Options{
		URL:      read.Expected.Iss,
		Storage:  NewFileStorage(b.TempDir()),
		DeviceID: read.Expected.Device,
		Now:      func() time.Time { return now },
	})
	must("", client.records.writeLease(storedLease{Lease: read.Cases[0].Token, SignedKeys: read.SignedKeys, Status: StatusValid}))
	for range b.N {
		if state := must(client.Check()); !state.Usable {
			b.Fatal(state.Reason)
		}
	}
}
