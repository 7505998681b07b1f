package composition

import (
	"sync"

	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/function/stdlib"
)

// testTable are the functions that programs in tests can call: the library.
var testTable = sync.OnceValue(func() function.Table { return stdlib.Table() })
