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

// failure says where in the function the first problem is: the call itself is the subject of the diagnostic. Of calls
// inside each other only the innermost problem is told, with the number of calls, since functions that call themselves
// would make a line without end.
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
	// failedCall is what a failed call is reported with.
	failedCall = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?s)^The call of "([^"]*)" failed: (.*?)\.?$`)
	})
	// throughCalls is what failure makes of it.
	throughCalls = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?s)^(.*) \(called through (\S+), (\d+) levels deep\)$`)
	})
)
