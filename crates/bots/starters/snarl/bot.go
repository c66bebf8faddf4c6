package main

var names = [12]Action{ActionN, ActionW, ActionE, ActionS, ActionNn, ActionNw, ActionNe, ActionWw, ActionEe, ActionSw, ActionSe, ActionSs}
var moves = [12][2]int{{-1, 0}, {0, -1}, {0, 1}, {1, 0}, {-2, 0}, {-1, -1}, {-1, 1}, {0, -2}, {0, 2}, {1, -1}, {1, 1}, {2, 0}}

const wide = 1000 // a tile is a number: wide * row + column

// Bot plays Snarl: players look for key and exit, adversaries run after players. Choose is where it thinks.
type Bot struct {
	level  int
	open   map[int]bool // whether one can walk on the tiles that were seen
	things map[string]int
}

// Start is called once.
func (bot *Bot) Start(match *Match) {}

// Choose is called each turn.
func (bot *Bot) Choose(turn *Turn) Action {
	view := turn.View.PlayerView
	if view == nil {
		return hunt(turn.View.AdversaryView, turn.Legal)
	}
	here, goals := bot.look(view), bot.goals(view.ExitLocked)
	taken, near := map[int]bool{}, map[int]bool{}
	for _, actor := range view.Actors {
		tile := tileOf(actor.Position)
		taken[tile], near[tile] = true, true
		for move := 0; move < 4 && actor.Type != "player"; move++ {
			near[after(tile, move)] = true
		}
	}
	for _, closed := range []map[int]bool{near, taken} { // first a way that keeps a step away from adversaries
		ways := func(tile int) []Way { return bot.ways(tile, closed) }
		if step := FirstStep(here, without(goals, closed), ways); step >= 0 {
			return names[step]
		}
	}
	return ActionStay
}

// Where it wants to go: to the key or the exit if it knows where, else to where it has not looked.
func (bot *Bot) goals(locked bool) map[int]bool {
	thing := "exit"
	if locked {
		thing = "key"
	}
	if goal, known := bot.things[thing]; known {
		return map[int]bool{goal: true}
	}
	goals := map[int]bool{}
	for tile, open := range bot.open {
		for move := 0; move < 4 && open; move++ {
			if _, seen := bot.open[after(tile, move)]; !seen {
				goals[tile] = true
			}
		}
	}
	return goals
}

func without(tiles, closed map[int]bool) map[int]bool {
	left := map[int]bool{}
	for tile := range tiles {
		if !closed[tile] {
			left[tile] = true
		}
	}
	return left
}

// The moves from a tile, one or two steps; what is on the tile between does not matter.
func (bot *Bot) ways(tile int, closed map[int]bool) []Way {
	ways := []Way{}
	for move := range moves {
		to := after(tile, move)
		if bot.open[to] && !closed[to] && bot.between(tile, moves[move][0], moves[move][1]) {
			ways = append(ways, Way{move, to, 1})
		}
	}
	return ways
}

// Whether the tile that a move passes can be walked on.
func (bot *Bot) between(tile, rows, columns int) bool {
	if abs(rows)+abs(columns) == 1 {
		return true
	}
	if rows == 0 || columns == 0 {
		return bot.open[tile+(wide*rows+columns)/2]
	}
	return bot.open[tile+wide*rows] || bot.open[tile+columns]
}

// Remembers what it sees of a level, and says where it stands.
func (bot *Bot) look(view *PlayerView) int {
	if view.Level != bot.level {
		bot.level, bot.open, bot.things = view.Level, map[int]bool{}, map[string]int{}
	}
	here, reach := tileOf(*view.Position), len(view.Layout)/2
	for row, codes := range view.Layout {
		for column, code := range codes {
			bot.open[here+wide*(row-reach)+column-reach] = code > 0
		}
	}
	for _, thing := range view.Objects {
		bot.things[thing.Type] = tileOf(thing.Position)
	}
	return here
}

// An adversary takes the step that brings it nearest to a player.
func hunt(view *AdversaryView, legal []any) Action {
	at := [2]int{}
	for _, actor := range view.State.Adversaries {
		if view.Actor != nil && actor.Name == *view.Actor {
			at = actor.Position
		}
	}
	best, choice := 1000000, legal[0]
	for _, action := range legal {
		by := [2]int{}
		for move, name := range names {
			if name == action {
				by = moves[move]
			}
		}
		for _, player := range view.State.Players {
			far := abs(player.Position[0]-at[0]-by[0]) + abs(player.Position[1]-at[1]-by[1])
			if far < best {
				best, choice = far, action
			}
		}
	}
	return choice
}

func tileOf(point [2]int) int { return wide*point[0] + point[1] }

func after(tile, move int) int { return tile + wide*moves[move][0] + moves[move][1] }

func abs(number int) int {
	if number < 0 {
		return -number
	}
	return number
}
