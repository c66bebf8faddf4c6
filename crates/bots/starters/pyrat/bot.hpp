// A bot for PyRat: takes the cheapest way to the nearest cheese. `choose` is where it thinks.
#pragma once

#include "protocol.hpp"
#include "search.hpp"

struct Bot {
    inline static const int MOVES[4][2] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};
    inline static const Json NAMES[4] = {action::up(), action::right(), action::down(), action::left()};

    long seat;
    Start maze;
    std::map<std::pair<long, long>, long> turns; // how many turns a step between two cells takes, 0 for a wall

    explicit Bot(const Match& match) : seat(match.seat), maze(match.start) {
        for (auto [x1, y1, x2, y2] : maze.walls) slow(cell(x1, y1), cell(x2, y2), 0);
        for (auto [x1, y1, x2, y2, n] : maze.mud) slow(cell(x1, y1), cell(x2, y2), n);
    }

    Json choose(const Turn& turn) {
        auto [x, y] = turn.view.players[seat].at;
        std::set<long> cheese;
        for (auto [x, y] : turn.view.cheese) cheese.insert(cell(x, y));
        int step = first_step(cell(x, y), cheese, [&](long cell) { return ways(cell); });
        return step >= 0 ? NAMES[step] : action::stay();
    }

    // The moves from a cell: their number, where they lead and how many turns they take.
    std::vector<Way> ways(long from) const {
        std::vector<Way> ways;
        for (int number = 0; number < 4; ++number) {
            long x = from % maze.width + MOVES[number][0], y = from / maze.width + MOVES[number][1];
            bool inside = 0 <= x && x < maze.width && 0 <= y && y < maze.height;
            auto known = turns.find({from, cell(x, y)});
            long cost = known == turns.end() ? 1 : known->second;
            if (inside && cost > 0) ways.push_back({number, cell(x, y), cost});
        }
        return ways;
    }

    void slow(long a, long b, long n) { turns[{a, b}] = turns[{b, a}] = n; }
    long cell(long x, long y) const { return y * maze.width + x; }
};
