package latchkey

import (
	"regexp"
	"strconv"
	"strings"
	"time"
)

var (
	standingForm  = regexp.MustCompile(`^([a-z][a-z0-9_]*)((?:;[a-z][a-z0-9_]*=(?:"[^"\\]{0,64}"|-?[0-9]{1,15}))*)$`)
	parameterForm = regexp.MustCompile(`;([a-z][a-z0-9_]*)=(?:"([^"\\]{0,64})"|(-?[0-9]{1,15}))`)
)

// Standing is what the customer of a valid license key needs to know. What is nil does not hold.
type Standing struct {
	// Trial says that the key is the trial of a device, and until when.
	Trial *Ending
	// PastDue says that the subscription is past due. The key stops working then unless it is paid.
	PastDue *Ending
	// OverLimit says that more places are taken than the limit allows.
	OverLimit *OverLimit
	// Renewed says that a purchase renewed the key within the last 30 days.
	Renewed *Renewal
}

// Ending has the time at which something ends; zero if the service did not tell it.
type Ending struct {
	Until time.Time
}

// OverLimit has the limit of places, and how many are used.
type OverLimit struct {
	Limit int64
	Used  int64
}

// Renewal has the time of a purchase, and the new expiry of the key; zero if the service did not tell it.
type Renewal struct {
	At    time.Time
	Until time.Time
}

// standingIn reads the header License-Standing. Later versions of the service may tell more, which is left out.
func standingIn(header string) *Standing {
	standing := &Standing{}
	for _, item := range strings.Split(header, ", ") {
		found := standingForm.FindStringSubmatch(item)
		if found == nil {
			continue
		}
		times, numbers := map[string]time.Time{}, map[string]int64{}
		for _, parameter := range parameterForm.FindAllStringSubmatch(found[2], -1) {
			if at, isTime := timeOf(parameter[2]); isTime {
				times[parameter[1]] = at
			} else if number, err := strconv.ParseInt(parameter[3], 10, 64); err == nil {
				numbers[parameter[1]] = number
			}
		}
		switch found[1] {
		case "trial":
			standing.Trial = &Ending{times["until"]}
		case "past_due":
			standing.PastDue = &Ending{times["until"]}
		case "over_limit":
			standing.OverLimit = &OverLimit{numbers["limit"], numbers["used"]}
		case "renewed":
			standing.Renewed = &Renewal{times["at"], times["until"]}
		}
	}
	return standing
}
