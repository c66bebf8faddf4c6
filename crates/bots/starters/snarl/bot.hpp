// A bot for Snarl: players look for key and exit, adversaries run after players. `choose` is where it thinks.
#pragma once

#include "protocol.hpp"
#include "search.hpp"

struct Bot {
    using Point = std::array<long, 2>;
    inline static const Json NAMES[12] = {action::n(), action::w(), action::e(), action::s(), action::nn(), action::nw(),
                                          action::ne(), action::ww(), action::ee(), action::sw(), action::se(), action::ss()};
    inline static const Point MOVES[12] = {{-1, 0}, {0, -1}, {0, 1}, {1, 0}, {-2, 0}, {-1, -1},
                                           {-1, 1}, {0, -2}, {0, 2}, {1, -1}, {1, 1}, {2, 0}};
    static const long WIDE = 1000; // a tile is a number: WIDE * row + column

    long level = 0;
    std::map<long, bool> open; // whether one can walk on the tiles that were seen
    std::map<std::string, long> things;

    explicit Bot(const Match&) {}

    Json choose(const Turn& turn) {
        auto view = std::get_if<PlayerView>(&turn.view);
        if (!view) return hunt(std::get<AdversaryView>(turn.view), turn.legal);
        long here = look(*view);
        std::set<long> goals, taken, near;
        auto goal = things.find(view->exit_locked ? "key" : "exit");
        if (goal != things.end()) goals = {goal->second};
        else for (auto& [tile, _] : open) if (is_edge(tile)) goals.insert(tile);
        for (auto& actor : view->actors) {
            long tile = tile_of(actor.position);
            taken.insert(tile);
            if (actor.type != "player") near.insert({tile - WIDE, tile - 1, tile + 1, tile + WIDE});
        }
        near.insert(taken.begin(), taken.end());
        for (auto& closed : {near, taken}) { // first a way that keeps a step away from adversaries
            int step = first_step(here, without(goals, closed), [&](long tile) { return ways(tile, closed); });
            if (step >= 0) return NAMES[step];
        }
        return action::stay();
    }

    static std::set<long> without(std::set<long> tiles, const std::set<long>& closed) {
        for (long tile : closed) tiles.erase(tile);
        return tiles;
    }

    // The moves from a tile, one or two steps; what is on the tile between does not matter.
    std::vector<Way> ways(long tile, const std::set<long>& closed) const {
        std::vector<Way> ways;
        for (int move = 0; move < 12; ++move) {
            auto [rows, columns] = MOVES[move];
            long to = tile + WIDE * rows + columns;
            if (is_open(to) && !closed.count(to) && between(tile, rows, columns)) ways.push_back({move, to, 1});
        }
        return ways;
    }

    bool is_open(long tile) const {
        auto known = open.find(tile);
        return known != open.end() && known->second;
    }

    // Whether the tile that a move passes can be walked on.
    bool between(long tile, long rows, long columns) const {
        if (std::abs(rows) + std::abs(columns) == 1) return true;
        if (rows == 0 || columns == 0) return is_open(tile + (WIDE * rows + columns) / 2);
        return is_open(tile + WIDE * rows) || is_open(tile + columns);
    }

    // Remembers what it sees of a level, and says where it stands.
    long look(const PlayerView& view) {
        if (view.level != level) level = view.level, open.clear(), things.clear();
        long here = tile_of(view.position.value_or(Point())), reach = view.layout.size() / 2;
        for (long row = 0; row <= 2 * reach; ++row)
            for (long column = 0; column <= 2 * reach; ++column)
                open[here + WIDE * (row - reach) + column - reach] = view.layout[row][column] > 0;
        for (auto& thing : view.objects) things[thing.type] = tile_of(thing.position);
        return here;
    }

    // Whether one can stand there and a tile beside it was not seen yet.
    bool is_edge(long tile) const {
        bool unseen = false;
        for (int move = 0; move < 4; ++move) unseen |= !open.count(tile + WIDE * MOVES[move][0] + MOVES[move][1]);
        return is_open(tile) && unseen;
    }

    // An adversary takes the step that brings it nearest to a player.
    static Json hunt(const AdversaryView& view, const std::vector<Json>& legal) {
        Point at{};
        for (auto& actor : view.state.adversaries)
            if (actor.name == view.actor) at = actor.position;
        long best = 1'000'000;
        Json choice = legal[0];
        for (auto& action : legal) {
            Point by{};
            for (int move = 0; move < 12; ++move)
                if (NAMES[move] == action) by = MOVES[move];
            for (auto& player : view.state.players) {
                long far = std::abs(player.position[0] - at[0] - by[0]) + std::abs(player.position[1] - at[1] - by[1]);
                if (far < best) best = far, choice = action;
            }
        }
        return choice;
    }

    static long tile_of(const Point& point) { return WIDE * point[0] + point[1]; }
};
