package main

var moves = [4][2]int{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}
var names = [4]Action{ActionUp, ActionRight, ActionDown, ActionLeft}

// Bot plays PyRat: it takes the cheapest way to the nearest cheese. Choose is where it thinks.
type Bot struct {
	seat  int
	maze  Start
	turns map[[2]int]int // how many turns a step between two cells takes, 0 for a wall
}

// Start is called once.
func (bot *Bot) Start(match *Match) {
	bot.seat, bot.maze, bot.turns = match.Seat, match.Start, map[[2]int]int{}
	for _, wall := range bot.maze.Walls {
		a, b := bot.cell(wall[0], wall[1]), bot.cell(wall[2], wall[3])
		bot.turns[[2]int{a, b}], bot.turns[[2]int{b, a}] = 0, 0
	}
	for _, mud := range bot.maze.Mud {
		a, b := bot.cell(mud[0], mud[1]), bot.cell(mud[2], mud[3])
		bot.turns[[2]int{a, b}], bot.turns[[2]int{b, a}] = mud[4], mud[4]
	}
}

// Choose is called each turn.
func (bot *Bot) Choose(turn *Turn) Action {
	at := turn.View.Players[bot.seat].At
	cheese := map[int]bool{}
	for _, cell := range turn.View.Cheese {
		cheese[bot.cell(cell[0], cell[1])] = true
	}
	step := FirstStep(bot.cell(at[0], at[1]), cheese, bot.ways)
	if step < 0 {
		return ActionStay
	}
	return names[step]
}

// The moves from a cell: their number, where they lead and how many turns they take.
func (bot *Bot) ways(cell int) []Way {
	ways := []Way{}
	for number, move := range moves {
		x, y := cell%bot.maze.Width+move[0], cell/bot.maze.Width+move[1]
		inside := 0 <= x && x < bot.maze.Width && 0 <= y && y < bot.maze.Height
		to := bot.cell(x, y)
		turns, slow := bot.turns[[2]int{cell, to}]
		if !slow {
			turns = 1
		}
		if inside && turns > 0 {
			ways = append(ways, Way{number, to, turns})
		}
	}
	return ways
}

func (bot *Bot) cell(x, y int) int { return y*bot.maze.Width + x }
