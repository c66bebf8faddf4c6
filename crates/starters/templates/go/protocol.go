package main

// Talks to the host: JSON objects on standard input and output, one a line. There is nothing to change here.

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
)

// Mind is a bot. One is made for each seat of each match.
type Mind interface {
	Start(match *Match)
	Choose(turn *Turn) Action
}

// Match is what a bot is told once.
type Match struct {
	Seat    int            `json:"seat"`
	Role    string         `json:"role"`
	Seats   int            `json:"seats"`
	Roles   []string       `json:"roles"`
	Names   []string       `json:"names"`
	Start   Start          `json:"start"`
	Options map[string]any `json:"options"` // those of bot.toml
	Clock   map[string]any `json:"clock"`
	Seed    uint64         `json:"seed,string"` // for dice that fall alike each time
}

// Turn is what a bot is told each time it chooses.
type Turn struct {
	ID     string         `json:"id"`
	Number int            `json:"turn"`
	Seat   int            `json:"seat"`
	View   View           `json:"view"`
	Legal  []any          `json:"legal"` // actions, as the game writes them
	LeftMs *int           `json:"left_ms"`
	BankMs *int           `json:"bank_ms"`
	Last   map[string]any `json:"last"` // what came of the turn before
}

// Maybe names an action that counts if time runs out before the answer; the last one counts.
func (turn *Turn) Maybe(action Action) {
	send(map[string]any{"type": "maybe", "id": turn.ID, "action": action})
}

// Note says words and marks that viewers show when they look at this seat.
func (turn *Turn) Note(text string, marks ...any) {
	if marks == nil {
		marks = []any{}
	}
	send(map[string]any{"type": "note", "id": turn.ID, "text": text, "marks": marks})
}

// Log prints to standard error: standard output belongs to the host.
func Log(words ...any) {
	fmt.Fprintln(os.Stderr, words...)
}

func send(message map[string]any) {
	line, err := json.Marshal(message)
	if err != nil {
		panic(err)
	}
	os.Stdout.Write(append(line, '\n'))
}

func read(line []byte, to any) {
	if err := json.Unmarshal(line, to); err != nil {
		Log("cannot read what the host says:", err)
		os.Exit(1)
	}
}

// Plays until the input ends.
func run(makeBot func() Mind) {
	bots := map[int]Mind{}
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		var message struct{ Type, ID string }
		read(lines.Bytes(), &message)
		switch message.Type {
		case "hello":
			send(map[string]any{"type": "hello", "name": "{{name}}"})
		case "start":
			match := &Match{}
			read(lines.Bytes(), match)
			bots[match.Seat] = makeBot()
			bots[match.Seat].Start(match)
			send(map[string]any{"type": "ready", "seat": match.Seat})
		case "turn":
			turn := &Turn{}
			read(lines.Bytes(), turn)
			action := bots[turn.Seat].Choose(turn)
			send(map[string]any{"type": "move", "id": turn.ID, "action": action})
		case "ping":
			send(map[string]any{"type": "pong", "id": message.ID})
		}
	}
}
