package main

// Bot plays {{title}}. Choose is where it thinks; everything else is there already.
type Bot struct{}

// Start is called once: what is told then is in match.Start.
func (bot *Bot) Start(match *Match) {}

// Choose is called each turn: what is seen is in turn.View, what may be chosen in turn.Legal.
func (bot *Bot) Choose(turn *Turn) Action {
	return turn.Legal[0]
}
