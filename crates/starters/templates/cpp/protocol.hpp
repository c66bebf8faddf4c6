// Talks to the host: JSON objects on standard input and output, one a line. There is nothing to change here.
#pragma once

#include <iostream>
#include <map>
#include <memory>

#include "game.hpp"
#include "json.hpp"

inline void send(Json::Object fields) {
    std::cout << Json(std::move(fields)).dump() << std::endl;
}

// What a bot is told once.
struct Match {
    long seat, seats;
    std::string role;
    std::vector<std::string> roles, names;
    Start start;
    Json options; // those of bot.toml
    Json clock;
    uint64_t seed; // for dice that fall alike each time

    explicit Match(const Json& message) {
        read(message["seat"], seat);
        read(message["seats"], seats);
        read(message["role"], role);
        read(message["roles"], roles);
        read(message["names"], names);
        read(message["start"], start);
        options = message["options"];
        clock = message["clock"];
        seed = std::strtoull(message["seed"].text().c_str(), nullptr, 10);
    }
};

// What a bot is told each time it chooses.
struct Turn {
    std::string id;
    long number, seat;
    View view;
    std::vector<Json> legal; // actions, as the game writes them
    std::optional<long> left_ms, bank_ms;
    Json last; // what came of the turn before

    explicit Turn(const Json& message) {
        read(message["id"], id);
        read(message["turn"], number);
        read(message["seat"], seat);
        read(message["view"], view);
        read(message["legal"], legal);
        read(message["left_ms"], left_ms);
        read(message["bank_ms"], bank_ms);
        last = message["last"];
    }

    // Names an action that counts if time runs out before the answer; the last one counts.
    void maybe(const Json& action) const { send({{"type", "maybe"}, {"id", id}, {"action", action}}); }

    // Words and marks that viewers show when they look at this seat.
    void note(const std::string& text, const Json::List& marks = {}) const {
        send({{"type", "note"}, {"id", id}, {"text", text}, {"marks", marks}});
    }
};

// Plays until the input ends, a bot for each seat of each match. Print to std::cerr: standard output belongs to the host.
template <class Bot> void run() {
    std::map<long, std::unique_ptr<Bot>> bots;
    for (std::string line; std::getline(std::cin, line);) {
        Json message = Json::parse(line);
        std::string type = message["type"].text();
        if (type == "hello") {
            send({{"type", "hello"}, {"name", "{{name}}"}});
        } else if (type == "start") {
            Match match(message);
            bots[match.seat] = std::make_unique<Bot>(match);
            send({{"type", "ready"}, {"seat", match.seat}});
        } else if (type == "turn") {
            Turn turn(message);
            send({{"type", "move"}, {"id", turn.id}, {"action", bots.at(turn.seat)->choose(turn)}});
        } else if (type == "ping") {
            send({{"type", "pong"}, {"id", message["id"]}});
        }
    }
}
