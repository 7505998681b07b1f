package model

import "github.com/hclx-lang/hclx/source"

// SymbolID is the number of a symbol: 0 is none, a positive number belongs to the whole program, a negative one to its
// file.
type SymbolID int32

// Symbol is the meaning of a name.
type Symbol struct {
	Kind SymbolKind
	// Name is the name alone, such as vpc for req.resource.vpc.
	Name string
	// Owner is the function of an argument, or the root variable of a member.
	Owner string
	// Wanted is the kind that an undeclared symbol should have.
	Wanted SymbolKind
	// Definition is the first definition, to which all uses refer; the zero Definition if the program has none.
	Definition
	// Others are the repeated definitions, which are not used.
	Others []Definition
}

// Definition is a place where a symbol is declared.
type Definition struct {
	File *File
	Name source.Span
	// Expr is the expression of a local.
	Expr *Expr
	// Block is the block that declares the symbol; nil for locals and the variables of for expressions.
	Block *Block
}

// Range returns the place of the name.
func (d *Definition) Range() source.Range { return d.File.Range(d.Name) }

// SymbolKind is the kind of a symbol.
type SymbolKind uint8

// The kinds of symbols.
const (
	None        SymbolKind = iota
	Local                  // a local of the program or of a block
	Argument               // an argument of a function
	Function               // a function of the program
	Resource               // a resource block, by its crossplane name
	Collection             // a resources block
	Requirement            // a requirement block
	Variable               // a variable of a for expression
	Root                   // req, self, each
	Member                 // a member of one of those
	Undeclared             // an undeclared name
)

// IsBlock reports whether the symbol is read through the request: a resource, a collection or a requirement.
func (k SymbolKind) IsBlock() bool { return k == Resource || k == Collection || k == Requirement }

// The symbols that every program has.
const (
	_ SymbolID = iota
	Req
	SelfVar
	EachVar
	ReqComposite
	ReqCompositeConnection
	ReqConnection
	ReqConnections
	ReqContext
	ReqExtraResources
	ReqResource
	ReqResources
	EachKey
	EachValue
	SelfBasename
	SelfConnection
	SelfConnections
	SelfName
	SelfResourceBody
	SelfResources

	firstDeclared
)

// predeclared are those symbols by number.
var predeclared = func() []Symbol {
	list := []Symbol{{}, {Kind: Root, Name: RootReq}, {Kind: Root, Name: RootSelf}, {Kind: Root, Name: RootEach}}
	add := func(root string, names []string) {
		for _, name := range names {
			list = append(list, Symbol{Kind: Member, Name: name, Owner: root})
		}
	}
	add(RootReq, ReqMembers)
	add(RootEach, EachMembers)
	add(RootSelf, selfMembers[SelfMember])
	return list
}()

// member returns the symbol of a member of a root variable, or 0 if no such member exists anywhere.
func member(root SymbolID, name string) SymbolID {
	for id := ReqComposite; id < firstDeclared; id++ {
		if s := &predeclared[id]; s.Name == name && s.Owner == predeclared[root].Name {
			return id
		}
	}
	return 0
}

// reads are the kinds of blocks that the members of req hold, by name.
var reads = map[SymbolID]SymbolKind{
	ReqResource: Resource, ReqConnection: Resource, ReqResources: Collection, ReqConnections: Collection,
	ReqExtraResources: Requirement,
}

// Scope is a place for looking up names: a file's top level, a block, or a function.
type Scope struct {
	// Parent is the outer scope, nil at the top level of files and in functions.
	Parent *Scope
	// Function is the function of a scope that sees only its arguments and locals; nil in all others.
	Function *Block
	// Self is the meaning of self here, for the block SelfOf. SelfNone means: as in the parent.
	Self   Self
	SelfOf *Block
	// Each is set in the outermost scope with the variable each.
	Each bool

	file   *File
	locals []SymbolID // declared here
	byName map[string]SymbolID
}

func (s *Scope) inside(self Self, of *Block) *Scope {
	return &Scope{Parent: s, file: s.file, Self: self, SelfOf: of}
}

// declare adds a local of a block, which cannot be found if it has the name of a variable of the language.
//
// Numbers of locals are negative and count within their file, so that a change to one file renumbers nothing in others.
func (s *Scope) declare(name string, d Definition) {
	if id := s.byName[name]; id != 0 {
		first := &s.file.locals[-id-1]
		first.Others = append(first.Others, d)
		return
	}
	s.file.locals = append(s.file.locals, Symbol{Kind: Local, Name: name, Definition: d})
	if IsReserved(name) {
		return
	}
	if s.byName == nil {
		s.byName = map[string]SymbolID{}
	}
	id := SymbolID(-len(s.file.locals))
	s.locals, s.byName[name] = append(s.locals, id), id
}

// IsReserved reports whether a name is a variable of the language, so that no local can have it.
func IsReserved(name string) bool { return name == RootReq || name == RootSelf || name == RootEach }

// InFunction returns the function that contains the scope, or nil.
func (s *Scope) InFunction() *Block {
	for ; s != nil; s = s.Parent {
		if s.Function != nil {
			return s.Function
		}
	}
	return nil
}

// SelfHere returns the meaning of self in the scope, and its block.
func (s *Scope) SelfHere() (Self, *Block) {
	for ; s != nil; s = s.Parent {
		if s.Self != SelfNone {
			return s.Self, s.SelfOf
		}
	}
	return SelfNone, nil
}

// HasEach reports whether the variable each exists in the scope.
func (s *Scope) HasEach() bool {
	for ; s != nil; s = s.Parent {
		if s.Each {
			return true
		}
	}
	return false
}

// seesProgram reports whether the scope sees req and the locals of the program.
func (s *Scope) seesProgram() bool {
	for s.Parent != nil {
		s = s.Parent
	}
	return s == s.file.top
}
