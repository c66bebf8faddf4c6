package main

// go test: the bot answers every turn of a recorded dialogue with a legal action.

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
)

// The value as text, with the fields of objects in order.
func text(t *testing.T, value any) string {
	line, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	var again any
	read(line, &again)
	line, _ = json.Marshal(again)
	return string(line)
}

func TestEveryAnswerIsLegal(t *testing.T) {
	dialogue, err := os.ReadFile("dialogue.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	bots, turns := map[int]*Bot{}, 0
	for _, line := range strings.Split(strings.TrimSpace(string(dialogue)), "\n") {
		var message struct{ Type string }
		read([]byte(line), &message)
		if message.Type == "start" {
			match := &Match{}
			read([]byte(line), match)
			bots[match.Seat] = &Bot{}
			bots[match.Seat].Start(match)
		} else if message.Type == "turn" {
			turn := &Turn{}
			read([]byte(line), turn)
			action, legal := text(t, bots[turn.Seat].Choose(turn)), false
			for _, one := range turn.Legal {
				legal = legal || text(t, one) == action
			}
			if !legal {
				t.Errorf("turn %d: %s is not legal", turn.Number, action)
			}
			turns++
		}
	}
	if turns == 0 {
		t.Error("no turns")
	}
}
