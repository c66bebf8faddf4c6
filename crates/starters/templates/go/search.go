package main

// Shortest ways, for boards and graphs alike.

import "container/heap"

// Way is a move from a node, where it leads and what it costs.
type Way struct{ Move, To, Cost int }

// FirstStep is the first move of a cheapest way from start to one of goals, -1 if there is none or it is there already.
// Of goals as near as each other the lowest counts.
func FirstStep(start int, goals map[int]bool, ways func(node int) []Way) int {
	best := map[int]int{start: 0}
	queue := &entries{{0, start, -1}}
	for queue.Len() > 0 {
		entry := heap.Pop(queue).([3]int)
		cost, node, first := entry[0], entry[1], entry[2]
		if goals[node] {
			return first
		}
		if cost > best[node] {
			continue
		}
		for _, way := range ways(node) {
			if known, has := best[way.To]; !has || cost+way.Cost < known {
				best[way.To] = cost + way.Cost
				move := first
				if node == start {
					move = way.Move
				}
				heap.Push(queue, [3]int{cost + way.Cost, way.To, move})
			}
		}
	}
	return -1
}

type entries [][3]int

func (all entries) Len() int      { return len(all) }
func (all entries) Swap(a, b int) { all[a], all[b] = all[b], all[a] }
func (all *entries) Push(one any) { *all = append(*all, one.([3]int)) }
func (all entries) Less(a, b int) bool {
	for at := range all[a] {
		if all[a][at] != all[b][at] {
			return all[a][at] < all[b][at]
		}
	}
	return false
}
func (all *entries) Pop() any {
	last := (*all)[len(*all)-1]
	*all = (*all)[:len(*all)-1]
	return last
}
