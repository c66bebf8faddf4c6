package main

// Bot plays Ghost Grid: ghosts climb to the goal, sentinels come down to meet them. Choose is where it thinks.
type Bot struct{ been map[int]bool } // the nodes it was asked in

// Start is called once.
func (bot *Bot) Start(match *Match) { bot.been = map[int]bool{} }

// Choose is called each turn.
func (bot *Bot) Choose(turn *Turn) Action {
	best, to := -1000000, -1
	weigh := func(value, dist, energy, node int) {
		if dist <= energy && value > best {
			best, to = value, node
		}
	}
	if view := turn.View.GhostView; view != nil {
		bot.been[view.Me.Node] = true
		for at := 0; view.Me.Loot > 0 && at < len(view.Ports); at++ {
			weigh(bot.climb(view, &view.Ports[at]), view.Ports[at].Dist, view.Me.Energy, view.Ports[at].Node)
		}
	} else if view := turn.View.SentinelView; view != nil && view.Here.Loot > 0 {
		return ActionRecover()
	} else if view != nil && view.Me.Frozen == 0 && len(view.Here.Ghosts) == 0 {
		for _, port := range view.Ports {
			weigh(hunt(view, port), port.Dist, view.Me.Energy, port.Node)
		}
	}
	return move(to)
}

func move(to int) Action {
	if to < 0 {
		return ActionWait()
	}
	return ActionMove(to)
}

// What a way is worth to a ghost: up is good, far is bad, a sentinel there is worst.
func (bot *Bot) climb(view *GhostView, port *GhostPort) int {
	value := 10*(port.Layer-view.Me.Layer) - port.Dist
	if port.Layer == view.N {
		value += 1000
	}
	if bot.been[port.Node] {
		value -= 25
	}
	if port.Sentinels != nil && *port.Sentinels > 0 {
		value -= 100000
	}
	return value
}

// What a way is worth to a sentinel: down, where nobody looked of late and no other sentinel is.
func hunt(view *SentinelView, port SentinelPort) int {
	value := -port.Dist - 100*port.Layer
	for _, mark := range view.Checked {
		if mark.Node == port.Node && mark.Turn+3 >= view.Turn {
			value -= 10000
			break
		}
	}
	for _, ally := range view.Allies {
		if ally.Node == port.Node {
			value -= 50000
			break
		}
	}
	if port.Layer == view.N {
		value -= 100000
	}
	return value
}
