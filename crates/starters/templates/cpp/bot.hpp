// A bot for {{title}}. `choose` is where it thinks; everything else is there already.
#pragma once

#include "protocol.hpp"

struct Bot {
    // What is told once is in `match.start`.
    explicit Bot(const Match&) {}

    // What is seen now is in `turn.view`, what may be chosen in `turn.legal`.
    Json choose(const Turn& turn) {
        return turn.legal[0];
    }
};
