package docs

func checkHCL(block Block) error { return nil }
