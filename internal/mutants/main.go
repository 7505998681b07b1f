// Command mutants says how well the tests of packages notice mistakes. It makes small mistakes in their code, one at a
// time and at random: an operator that is another one, a condition that is negated, a statement that is left out, a
// number that is one too large. For each it runs the tests of the package, and prints those mistakes that no test
// notices.
//
//	go run ./internal/mutants -n 25 ./value ./convert
//
// Nothing in the tree is changed: the compiler takes the changed file by an overlay. The tests that count are those of
// the package itself. Run it in a clone that stands alone, so that data beside it does not help. Mistakes with which
// the tests take longer than -timeout count as noticed, and are printed, as a busy machine is slow, too. equivalent.txt
// lists changes that change nothing that can be observed, with the reason; they are left out.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"time"
)

func main() {
	n := flag.Int("n", 25, "mistakes to make in each package")
	seed := flag.Uint64("seed", 0, "seed of the choice; 0 takes a random one")
	limit := flag.Duration("timeout", 3*time.Minute, "how long the tests of one mistake may take; more counts as noticed")
	short := flag.Bool("short", false, "run only the short tests: what these notice, all notice")
	only := flag.String("only", "", "make only mistakes whose description contains this text")
	flag.Parse()
	if *seed == 0 {
		*seed = rand.Uint64()
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, flag.Args(), options{*n, *seed, *limit, *short, *only}); err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(1)
	}
}

type options struct {
	n     int
	seed  uint64
	limit time.Duration
	short bool
	only  string
}

func run(ctx context.Context, dirs []string, o options) error {
	temp, err := os.MkdirTemp("", "mutants")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(temp) }()
	equivalent, err := readEquivalent()
	if err != nil {
		return err
	}
	fmt.Printf("seed %d\n", o.seed)
	caught, all := 0, 0
	for _, dir := range dirs {
		r := &runner{options: o, temp: temp, dir: filepath.Clean(dir)}
		if err := r.prepare(ctx); err != nil {
			return err
		}
		mutants, err := packageMutants(r.dir)
		if err != nil {
			return err
		}
		random := rand.New(rand.NewPCG(o.seed, 0)) //nolint:gosec // a sample, not a secret
		c, k := 0, 0
		for _, i := range random.Perm(len(mutants)) {
			m := mutants[i]
			if k == o.n || ctx.Err() != nil {
				break
			}
			if equivalent[m.key()] != "" || !strings.Contains(m.String(), o.only) {
				continue
			}
			switch verdict, err := r.try(ctx, m); {
			case err != nil:
				return err
			case verdict == noticed:
				c++
				k++
			case verdict == ended:
				c++
				k++
				fmt.Println("too long:", m)
			case verdict == survived:
				k++
				fmt.Println(m)
			}
		}
		fmt.Printf("%s: %d of %d noticed, of %d places\n", dir, c, k, len(mutants))
		caught, all = caught+c, all+k
	}
	fmt.Printf("together: %d of %d noticed\n", caught, all)
	return ctx.Err()
}

// verdict is what became of a mistake.
type verdict int

const (
	invalid verdict = iota // it does not compile
	noticed
	ended // the tests took too long, which counts as noticed
	survived
)

// runner runs the tests of one package with mistakes in it.
type runner struct {
	options
	temp, dir string
}

// prepare finds the tests, and checks that they pass without a mistake.
func (r *runner) prepare(ctx context.Context) error {
	names, err := filepath.Glob(filepath.Join(r.dir, "*_test.go"))
	if err != nil {
		return err
	}
	if len(names) == 0 {
		return fmt.Errorf("%s has no tests", r.dir)
	}
	switch v, err := r.test(ctx, ""); {
	case err != nil:
		return err
	case v != survived:
		return fmt.Errorf("the tests of %s do not pass as they are", r.dir)
	}
	return nil
}

func (r *runner) try(ctx context.Context, m mutant) (verdict, error) {
	overlay, err := m.overlay(r.temp)
	if err != nil {
		return invalid, err
	}
	return r.test(ctx, overlay)
}

// test compiles and runs the tests, with the changes of an overlay if there is one.
func (r *runner) test(ctx context.Context, overlay string) (verdict, error) {
	binary := filepath.Join(r.temp, "test")
	args := []string{"test", "-c", "-vet=off", "-o", binary}
	if overlay != "" {
		args = append(args, "-overlay", overlay)
	}
	if err := exec.CommandContext(ctx, "go", append(args, "./"+r.dir)...).Run(); err != nil {
		return invalid, ctx.Err()
	}
	within, cancel := context.WithTimeout(ctx, r.limit)
	defer cancel()
	command := exec.CommandContext(within, binary, "-test.failfast", fmt.Sprintf("-test.short=%t", r.short))
	command.Dir = r.dir
	command.WaitDelay = time.Second
	err := command.Run()
	switch failed := (*exec.ExitError)(nil); {
	case ctx.Err() != nil:
		return invalid, ctx.Err()
	case err == nil:
		return survived, nil
	case within.Err() != nil:
		return ended, nil
	case errors.As(err, &failed):
		return noticed, nil
	}
	return invalid, err
}
