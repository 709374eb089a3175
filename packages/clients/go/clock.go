package latchkey

import (
	"encoding/json"
	"sync"
	"time"
)

const (
	clockRecord = "clock"
	// worthWriting is in seconds. A time that is this little later is not written again.
	worthWriting = 60
	// worthCorrecting is in seconds. A difference between clocks that changed by less is not written again.
	worthCorrecting = 10
)

// remembered are times of the service, in seconds.
type remembered struct {
	// Latest is the latest time that was seen.
	Latest int64 `json:"latest"`
	// Proven is the latest time that the service has signed in an answer, or in a lease file.
	Proven int64 `json:"proven"`
	// Offset is how far the clock of the service was ahead of that of the machine at that time.
	Offset int64 `json:"offset"`
}

// anchor is the moment of a signed answer, by the service and by the machine, in seconds.
type anchor struct {
	time      int64
	machine   int64
	monotonic int64
}

// clock says what time it is by the service, as far as that is known, in seconds. The clock of the machine may be wrong, and may be set: its
// difference to the service is learned from signed answers.
type clock struct {
	storage   Storage
	machine   func() time.Time
	monotonic func() time.Duration

	mutex      sync.Mutex
	anchor     *anchor
	remembered *remembered
}

func newClock(storage Storage, options Options) *clock {
	made := &clock{storage: storage, machine: options.Now, monotonic: options.Monotonic}
	if made.machine == nil {
		made.machine = time.Now
	}
	if made.monotonic == nil {
		started := time.Now()
		made.monotonic = func() time.Duration { return time.Since(started) }
	}
	return made
}

// now returns the time now. If the clock of the machine is wrong, and nothing says by how much, that is the time that it shows.
func (c *clock) now() (time.Time, error) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	seconds, isKnown, err := c.known()
	if !isKnown {
		seconds = c.machine().Unix()
	}
	return time.Unix(seconds, 0), err
}

// time returns the time now, and false if the clock of the machine shows a time before one that was seen earlier. It remembers the time.
func (c *clock) time() (time.Time, bool, error) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	seconds, isKnown, err := c.known()
	if !isKnown || err != nil {
		return time.Time{}, false, err
	}
	err = c.advance(seconds)
	return time.Unix(seconds, 0), true, err
}

// isPlausible says whether an answer may have been signed at this time: not before another one that was signed.
func (c *clock) isPlausible(at int64) (bool, error) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	before, err := c.read()
	return at >= before.Proven-tolerance, err
}

// correct is called when the service has just said what time it is, for a request of now. That corrects whatever was known.
func (c *clock) correct(at int64) error {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	before, err := c.read()
	if err != nil {
		return err
	}
	c.anchor = &anchor{at, c.machine().Unix(), c.monotonicSeconds()}
	offset := at - c.anchor.machine
	if distance(at, before.Latest) > worthWriting || distance(offset, before.Offset) > worthCorrecting {
		c.remember(remembered{at, at, offset})
	}
	return nil
}

// correctByFile is called when the service has said what time it was, in answer to a request of this machine that somebody carried: it is
// that, or later. What the machine believed beyond that was wrong, or is not known.
func (c *clock) correctByFile(at int64) error {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	before, err := c.read()
	if err != nil {
		return err
	}
	at = max(at, before.Proven)
	if c.anchor != nil && c.since(*c.anchor) < at-tolerance {
		c.anchor = nil
	}
	machine := c.machine().Unix()
	if max(machine, machine+before.Offset) < at-tolerance {
		before.Offset = at - machine
	}
	c.remember(remembered{at, at, before.Offset})
	return nil
}

// atLeast is called with a signed time of some day in the past: it is later than that now.
func (c *clock) atLeast(at int64) error {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.advance(at)
}

func (c *clock) advance(at int64) error {
	before, err := c.read()
	if err != nil || at <= before.Latest+worthWriting {
		return err
	}
	before.Latest = at
	c.remember(before)
	return nil
}

// known: in the process that got a signed answer, time has passed since as the monotonic clock says, or as the machine's clock says if that
// is more: the monotonic one may stand still while the machine sleeps. In another process, the machine's clock is right, or wrong by as much
// as before: the earlier of these times that is not before the latest one seen.
func (c *clock) known() (int64, bool, error) {
	if c.anchor != nil {
		return c.since(*c.anchor), true, nil
	}
	before, err := c.read()
	if err != nil {
		return 0, false, err
	}
	machine := c.machine().Unix()
	earlier, later := min(machine, machine+before.Offset), max(machine, machine+before.Offset)
	if earlier >= before.Latest-tolerance {
		return earlier, true, nil
	}
	return later, later >= before.Latest-tolerance, nil
}

func (c *clock) since(anchor anchor) int64 {
	return anchor.time + max(c.monotonicSeconds()-anchor.monotonic, c.machine().Unix()-anchor.machine)
}

func (c *clock) monotonicSeconds() int64 { return int64(c.monotonic() / time.Second) }

func (c *clock) read() (remembered, error) {
	if c.remembered == nil {
		text, err := c.storage.Read(clockRecord)
		if err != nil {
			return remembered{}, err
		}
		stored := parseObject(text)
		latest, _ := integerOf(stored["latest"])
		proven, _ := integerOf(stored["proven"])
		offset, _ := integerOf(stored["offset"])
		c.remembered = &remembered{latest, proven, offset}
	}
	return *c.remembered, nil
}

// remember ignores that the storage fails: a full disk is no reason to stop an application that has a license, and this process knows the time.
func (c *clock) remember(now remembered) {
	c.remembered = &now
	text, _ := json.Marshal(now)
	_ = c.storage.Write(clockRecord, string(text))
}

func distance(a, b int64) int64 { return max(a-b, b-a) }
