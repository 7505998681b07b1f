package userfunc

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"sync"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
)

// failure returns an error with the position of the first problem in the function, because the subject of the
// diagnostic is the call. For nested calls it only contains the innermost problem and the number of calls, because
// recursive functions would make the message too long.
//
// The message is taken apart because it is all that crosses the border between two calls: a function returns an error,
// and its caller makes a diagnostic out of it. Limits keep their message as it is, because where exactly a limit was
// reached says nothing about the mistake.
func (f *userFunction) failure(d *diag.Diagnostic) error {
	if d.Code == code.Limit {
		return errors.New(d.Detail)
	}
	called := failedCall().FindStringSubmatch(d.Detail)
	if d.Code != code.CallFailed || called == nil || f.beside[called[1]] == nil {
		return errors.New(d.Error())
	}
	name, problem, levels := called[1], called[2], 1
	if through := throughCalls().FindStringSubmatch(problem); through != nil {
		problem, name = through[1], through[2]
		levels, _ = strconv.Atoi(through[3])
	}
	return fmt.Errorf("%s (called through %s, %d levels deep)", problem, name, levels+1)
}

var (
	// failedCall matches the message of a failed call.
	failedCall = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?s)^The call of "([^"]*)" failed: (.*?)\.?$`)
	})
	// throughCalls matches the message that failure returns.
	throughCalls = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?s)^(.*) \(called through (\S+), (\d+) levels deep\)$`)
	})
)
