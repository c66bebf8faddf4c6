package main

func main() {
	run(func() Mind { return &Bot{} })
}
