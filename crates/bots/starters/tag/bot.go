package main

var steps = [9][2]int{{0, 0}, {0, -1}, {1, -1}, {1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}}
var names = [9]Action{ActionStay, ActionN, ActionNE, ActionE, ActionSE, ActionS, ActionSW, ActionW, ActionNW}

// Bot plays Ghost Tag: killers run after survivors, survivors run for the exits. Choose is where it thinks.
type Bot struct{ board Start }

// Start is called once.
func (bot *Bot) Start(match *Match) { bot.board = match.Start }

// Choose is called each turn.
func (bot *Bot) Choose(turn *Turn) Action {
	view, best, choice := &turn.View, 1000000, 0
	hunts, goals := view.Side == "killers", view.Exits
	if hunts && len(view.Survivors) > 0 {
		goals = cells(view.Survivors)
	}
	for number, step := range steps {
		to := [2]int{view.At[0] + step[0], view.At[1] + step[1]}
		if to[0] < 0 || to[0] >= bot.board.Width || to[1] < 0 || to[1] >= bot.board.Height {
			continue
		}
		value := nearest(to, goals)
		if !hunts && value > 0 && nearest(to, cells(view.Killers)) < 2 {
			value += 1000
		}
		if value < best {
			best, choice = value, number
		}
	}
	return names[choice]
}

func cells(units []Seen) [][2]int {
	all := [][2]int{}
	for _, unit := range units {
		all = append(all, unit.At)
	}
	return all
}

// Steps to the nearest of some cells; a diagonal one counts one.
func nearest(from [2]int, cells [][2]int) int {
	least := 1000000
	for _, cell := range cells {
		far := abs(from[0] - cell[0])
		if other := abs(from[1] - cell[1]); other > far {
			far = other
		}
		if far < least {
			least = far
		}
	}
	return least
}

func abs(number int) int {
	if number < 0 {
		return -number
	}
	return number
}
