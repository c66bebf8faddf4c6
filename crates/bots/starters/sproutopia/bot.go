package main

const wide = 1000 // a cell is a number: wide * y + x
const long = 5    // how long a trail may get before the bot turns home

var names = [4]Action{ActionUp, ActionDown, ActionLeft, ActionRight}
var steps = [4]int{-wide, wide, -1, 1}

// Bot plays Sproutopia: it walks small loops off its land and comes home. Choose is where it thinks.
type Bot struct{ seat int }

// Start is called once.
func (bot *Bot) Start(match *Match) { bot.seat = match.Seat }

// Choose is called each turn.
func (bot *Bot) Choose(turn *Turn) Action {
	view, land := &turn.View, window(&turn.View)
	here, ahead := cellOf(view.At), view.Momentum-1
	for _, at := range append(append([][2]int{}, view.Trail...), view.Weeds...) {
		delete(land, cellOf(at))
	}
	if ahead >= 0 && ahead < 4 {
		delete(land, here-steps[ahead]) // nobody turns round on the spot
	}
	goals := map[int]bool{}
	for cell, code := range land {
		goals[cell] = (code == bot.seat) == (len(view.Trail) >= long) && cell != here
	}
	step := FirstStep(here, goals, func(cell int) []Way { return ways(land, cell) })
	if step < 0 {
		step = straight(ways(land, here), ahead)
	}
	if step < 0 {
		return ActionNone
	}
	return names[step]
}

func ways(land map[int]int, cell int) []Way {
	ways := []Way{}
	for move, step := range steps {
		if _, open := land[cell+step]; open {
			ways = append(ways, Way{move, cell + step, 1})
		}
	}
	return ways
}

// Straight on, or wherever it can go.
func straight(ways []Way, ahead int) int {
	step := -1
	for _, way := range ways {
		if step < 0 || way.Move == ahead {
			step = way.Move
		}
	}
	return step
}

// The codes of the cells on the board that it sees.
func window(view *View) map[int]int {
	land, reach := map[int]int{}, len(view.Window)/2
	for row, codes := range view.Window {
		for column, code := range codes {
			if code != 254 {
				land[cellOf(view.At)+wide*(row-reach)+column-reach] = code
			}
		}
	}
	return land
}

func cellOf(at [2]int) int { return wide*at[1] + at[0] }
