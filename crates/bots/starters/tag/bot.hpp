// A bot for Ghost Tag: killers run after survivors, survivors run for the exits. `choose` is where it thinks.
#pragma once

#include <algorithm>

#include "protocol.hpp"

struct Bot {
    using Cell = std::array<long, 2>;
    inline static const Cell STEPS[9] = {{0, 0}, {0, -1}, {1, -1}, {1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}};
    inline static const Json NAMES[9] = {action::stay(), action::N(), action::NE(), action::E(), action::SE(),
                                         action::S(), action::SW(), action::W(), action::NW()};
    Start board;

    explicit Bot(const Match& match) : board(match.start) {}

    Json choose(const Turn& turn) {
        const View& view = turn.view;
        bool hunts = view.side == "killers";
        std::vector<Cell> goals;
        if (hunts) for (auto& unit : view.survivors) goals.push_back(unit.at);
        if (goals.empty()) goals = view.exits;
        long best = 1'000'000, choice = 0;
        for (int step = 0; step < 9; ++step) {
            Cell to = {(*view.at)[0] + STEPS[step][0], (*view.at)[1] + STEPS[step][1]};
            if (to[0] < 0 || to[0] >= board.width || to[1] < 0 || to[1] >= board.height) continue;
            long value = 1'000'000;
            for (auto& goal : goals) value = std::min(value, distance(to, goal));
            bool danger = false;
            for (auto& unit : view.killers) danger |= !hunts && value > 0 && distance(to, unit.at) < 2;
            value += danger ? 1000 : 0;
            if (value < best) best = value, choice = step;
        }
        return NAMES[choice];
    }

    // Steps from cell to cell; a diagonal one counts one.
    static long distance(const Cell& a, const Cell& b) {
        return std::max(std::abs(a[0] - b[0]), std::abs(a[1] - b[1]));
    }
};
