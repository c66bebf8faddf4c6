// A bot for Sproutopia: walks small loops off its land and comes home. `choose` is where it thinks.
#pragma once

#include "protocol.hpp"
#include "search.hpp"

struct Bot {
    inline static const Json NAMES[4] = {action::up(), action::down(), action::left(), action::right()};
    static const long WIDE = 1000; // a cell is a number: WIDE * y + x
    inline static const long STEPS[4] = {-WIDE, WIDE, -1, 1};
    static const size_t LONG = 5; // how long a trail may get before the bot turns home

    long seat;

    explicit Bot(const Match& match) : seat(match.seat) {}

    Json choose(const Turn& turn) {
        const View& view = turn.view;
        auto land = window(view);
        long here = cell_of(view.at), ahead = view.momentum - 1;
        for (auto& cell : view.trail) land.erase(cell_of(cell));
        for (auto& cell : view.weeds) land.erase(cell_of(cell));
        if (ahead >= 0 && ahead < 4) land.erase(here - STEPS[ahead]); // nobody turns round on the spot
        std::set<long> goals;
        for (auto& [cell, code] : land)
            if ((code == seat) == (view.trail.size() >= LONG) && cell != here) goals.insert(cell);
        auto ways = [&](long cell) {
            std::vector<Way> ways;
            for (int move = 0; move < 4; ++move)
                if (land.count(cell + STEPS[move])) ways.push_back({move, cell + STEPS[move], 1});
            return ways;
        };
        int step = first_step(here, goals, ways);
        if (step < 0) // straight on, or wherever it can go
            for (auto& way : ways(here)) step = step < 0 || way.move == ahead ? way.move : step;
        return step >= 0 ? NAMES[step] : action::none();
    }

    // The codes of the cells on the board that it sees.
    static std::map<long, long> window(const View& view) {
        std::map<long, long> land;
        long reach = view.window.size() / 2;
        for (long row = 0; row <= 2 * reach; ++row)
            for (long column = 0; column <= 2 * reach; ++column)
                if (view.window[row][column] != 254)
                    land[cell_of(view.at) + WIDE * (row - reach) + column - reach] = view.window[row][column];
        return land;
    }

    static long cell_of(const std::array<long, 2>& at) { return WIDE * at[1] + at[0]; }
};
